"""All settings. The only place where the environment is read (docs/operations.md lists the variables)."""

import os
from email.utils import getaddresses
from hashlib import sha256
from pathlib import Path
from typing import Any

import environ
from django.contrib.messages import constants as messages
from django.core.exceptions import ImproperlyConfigured

from config.parts import keys, social
from config.parts.keeping import USUAL_DAYS
from config.parts.limits import limits
from config.parts.logs import logging_at
from config.parts.pool import pooled
from config.parts.processes import cores_to_spare
from telemetry.sentry import report_to


class Environment(environ.Env):
    """The environment; an invalid value raises an error that names its variable."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}={os.environ.get(var)} cannot be read.") from error


env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

# --- Security ---

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or keys.kept_secret_key(VAR_DIR / "secret_key")
# HTTPS means that a proxy in front of the site speaks TLS with browsers and passes the scheme on to us.
HTTPS = env.bool("HTTPS", default=False)
# The first key encrypts decks and the secrets behind deals in the database; all of them can decrypt.
TILE_KEYS = keys.tile_keys(
    env.list("TILE_KEYS", default=[]),
    VAR_DIR / "tile_key",
    is_for_others=HTTPS or bool(env.str("SECRET_KEY", default="")),
)
BACKUP_KEY = env.str("BACKUP_KEY", default="")  # encrypts whole backups, if requested
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_SUBDOMAINS", default=False)
# W005 and W021 are about the domain's other sites; only the operator knows whether they support HTTPS.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", *env.list("SILENCED_CHECKS", default=[])]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
UNUSED_FEATURES = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in UNUSED_FEATURES.split())
# Other sites with whose accounts people can sign in: SIGN_IN_WITH=google,github and SIGN_IN_WITH_GOOGLE=ID:SECRET.
SIGN_IN_WITH = {name: env.str(f"SIGN_IN_WITH_{name.upper()}") for name in env.list("SIGN_IN_WITH", default=[])}
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    f"form-action 'self'{social.form_actions(SIGN_IN_WITH)}"
)

# How many pages a process renders at once, each in a thread, and how many more requests may wait.
REQUESTS_AT_ONCE = env.int("REQUESTS_AT_ONCE", default=24)
REQUESTS_WAITING = env.int("REQUESTS_WAITING", default=400)

# Where `make run` listens and with how many processes; DEMO fills an empty site with demo players and tables.
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
WEB_PROCESSES = env.int("WEB_PROCESSES", default=cores_to_spare())
# The site's public URL, for links in e-mails that are sent outside any request.
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
DEMO = env.bool("DEMO", default=True)

# --- Apps and middleware ---

INSTALLED_APPS = [
    "live",
    "accounts",
    "chat",
    "action_log",
    "clubs",
    "games",
    *("ratings", "coach"),
    "tournaments",
    "health",
    "moderation",
    "api",
    "legal",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "unfold.apps.BasicAppConfig",
    "config.admin_site.Admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "config.static.StaticFiles",
    "django.forms",
    *social.apps(SIGN_IN_WITH),
]
MIDDLEWARE = [
    "config.middleware.headers.content_security_policy",
    "django.middleware.security.SecurityMiddleware",
    "config.static.LateFiles",
    "config.middleware.compression.Compression",
    "api.rest.base.problems.one_form",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.headers.private_pages",
    "accounts.pages.middleware.own_language_and_time",
    "accounts.pages.middleware.guests_visit",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.pages.middleware.second_factor",
    "accounts.pages.middleware.leaving",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "moderation.pages.traces.leave_trace",
    "clubs.views.closed.ClosedClubs",
    "config.middleware.unsent.unsent",
    "config.middleware.plain_text.no_nul",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.pages.context.appearance",
                "accounts.pages.context.unread_notices",
                "tournaments.pages.bar.bar",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # finds our field template in templates/django/forms

# --- Database, Redis and sessions ---

DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR}/boneyard.sqlite3"
DATABASES: dict[str, Any] = {"default": env.db_url_config(DATABASE_URL)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # Transactions take the write lock at their start, so that no two of them deadlock. WAL with NORMAL keeps every
    # commit if a process dies; only a power failure may lose the last ones.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
    keys.make_private(DATABASES["default"]["NAME"])
else:
    # Every page is served in its own thread, so the connections are pooled.
    DATABASES["default"] |= pooled(DATABASES["default"].get("OPTIONS", {}), env.int("DATABASE_POOL", default=16))

# Without a REDIS_URL, `make run` starts its own Redis, which listens on this socket.
REDIS_SOCKET = VAR_DIR / "redis.sock"
EMBEDDED_REDIS = not env.str("REDIS_URL", default="")
REDIS_URL = f"unix://{REDIS_SOCKET}" if EMBEDDED_REDIS else env.str("REDIS_URL")
# The prefix of all keys and channels, so that two sites can share a Redis server.
SITE_PREFIX = env.str("SITE_PREFIX", default="") or f"boneyard-{sha256(SECRET_KEY.encode()).hexdigest()[:8]}"
# News and cached values are encrypted: anyone with access to Redis sees no hands and cannot forge anything.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_timeout": 2, "socket_connect_timeout": 2}],
            "prefix": f"{SITE_PREFIX}:channels",
        },
    },
}
CACHES = {
    "default": {
        "BACKEND": "config.cache.RedisIfThere",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{SITE_PREFIX}:cache",
        "OPTIONS": {
            "pool_class": "common.redis.pool.Pool",
            "serializer": "config.cache.Encrypted",
        },
    }
}
# Only in the database: a copy in Redis would save 0.1 ms, but keep sessions alive that end while Redis is down.
SESSION_ENGINE = "accounts.entrance.sessions"
OUTGOING_STAYS_HERE = False  # in tests, webhooks and push notices go to this machine only
# How many days data are kept (docs/privacy.md explains each kind); the page on privacy shows these numbers.
KEEP_DAYS = {kind: env.int(f"KEEP_{kind.upper().replace('-', '_')}_DAYS", usual) for kind, usual in USUAL_DAYS.items()}
KEEP_REHEARSALS_MINUTES = env.int("KEEP_REHEARSALS_MINUTES", default=60)
SESSION_COOKIE_AGE = KEEP_DAYS["sessions"] * 24 * 3600  # a guest can only come back with this cookie

# --- Background tasks ---

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
# A request does not wait for Redis when it is down: a sweep finds any work that was not queued.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "socket_timeout": 0.3,
    "socket_connect_timeout": 0.3,
    "global_keyprefix": f"{SITE_PREFIX}:celery:",
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Pauses between attempts grow to half a minute. After two (6 s) a worker gives up, so that its supervisor restarts it.
CELERY_BROKER_CONNECTION_MAX_RETRIES = 2
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "config.beat_thread.DueAtStart"

# --- The tables ---

# Seconds during which nobody counts as away from a new tournament table, because they may not have heard of it yet.
ARRIVAL_GRACE = env.float("ARRIVAL_GRACE", default=90.0)
# Seconds until the site acts at a table although nobody's time has run out.
BOT_PAUSE = env.float("BOT_PAUSE", default=1.0)  # a bot's move
FORCED_PAUSE = env.float("FORCED_PAUSE", default=1.0)  # a pass that everyone can see was forced
AWAY_PAUSE = env.float("AWAY_PAUSE", default=2.0)  # the move of a player who is away
DEAL_PAUSE = env.float("DEAL_PAUSE", default=12.0)  # the next deal, unless everyone is ready earlier
START_PAUSE = env.float("START_PAUSE", default=15.0)  # the wait for contributions once all seats are taken

# Minutes after which a match ends in which only the site is playing, because all people have left or are away.
ABANDONED_MINUTES = env.int("ABANDONED_MINUTES", default=15)
PACK_AFTER_DAYS = env.int("PACK_AFTER_DAYS", default=1)  # until a finished match is packed into one row; 0: never

# How many matches a process caches, and how many threads its sockets use for the database.
LIVE_TABLES_IN_MEMORY = env.int("LIVE_TABLES_IN_MEMORY", default=1000)
LIVE_THREADS = env.int("LIVE_THREADS", default=1 if DATABASES["default"]["ENGINE"].endswith("sqlite3") else 4)

# CSS classes of messages on pages.
MESSAGE_TAGS = {messages.SUCCESS: "good", messages.WARNING: "warn", messages.ERROR: "bad"}

# --- Static files ---

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
static_storage = "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "config.static.Bundled"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": static_storage},
}
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

# --- Languages and time ---

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("it", "Italiano")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"

# --- Players and how they sign in ---

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "accounts.entrance.permissions.RoleBackend",
]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "accounts.entrance.passwords.NotGuessed"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.entrance.adapter.Adapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_FORMS = {"login": "accounts.pages.forms.SignInForm", "signup": "accounts.pages.forms.SignUpForm"}
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before changing the e-mail address
ACCOUNT_EMAIL_NOTIFICATIONS = True  # about a new password or address, to the old address
ACCOUNT_PREVENT_ENUMERATION = "strict"  # no form reveals which addresses are known
ACCOUNT_RATE_LIMITS = {"login_failed": "10/h/key"}  # wrong codes per player; the adapter counts wrong passwords
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Boneyard: "
ACCOUNT_SESSION_REMEMBER = True
SOCIALACCOUNT_PROVIDERS = social.providers(SIGN_IN_WITH)
SOCIALACCOUNT_AUTO_SIGNUP = False  # everyone chooses a name
SOCIALACCOUNT_FORMS = {"signup": "accounts.pages.social.SocialSignUpForm"}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "accounts.entrance.second_factor.Adapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Boneyard"
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow passkeys without TLS on localhost only
STAFF_NEED_SECOND_FACTOR = env.bool("STAFF_NEED_SECOND_FACTOR", default=True)
LIMITS = limits(
    guest=env.str("GUEST_RATE", default="10/minute"),
    tables=env.str("TABLE_RATE", default="40/hour"),
    tables_of_address=env.str("TABLE_RATE_OF_ADDRESS", default="200/hour"),
    api=env.str("API_RATE", default="300/minute"),
    api_of_address=env.str("API_RATE_OF_ADDRESS", default="120/minute"),
)
TRUSTED_PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

# --- E-mail, logs and monitoring ---

globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Boneyard <boneyard@localhost>")
GUEST_MATCHES = env.int("GUEST_MATCHES", default=3)  # to finish before guests write more than ready-made phrases
NAME_COOLDOWN_DAYS = env.int("NAME_COOLDOWN_DAYS", default=30)  # until a new name can be changed again
APPEALS_EMAIL = env.str("APPEALS_EMAIL", default="")  # where players can appeal, besides the page for it
NOTICE_MAIL_PAUSE = env.float("NOTICE_MAIL_PAUSE", default=3.0)  # seconds; collects notices into one letter

LOGGING = logging_at(env.str("LOG_LEVEL", default="INFO"), style=env.str("LOG_FORMAT", default="text"))
ADMINS = getaddresses([env.str("ADMINS", default="")])  # they get letters about errors
# Details of the site's health and its metrics are shown to requests with this token or from these networks.
MONITORING_TOKEN = env.str("MONITORING_TOKEN", default="")
MONITORING_ADDRESSES = env.list("MONITORING_ADDRESSES", default=[])
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    report_to(SENTRY_DSN, environment=SITE_URL, release=env.str("RELEASE", default=""))
