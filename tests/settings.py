"""Settings for a test run with its own Redis server, database and clock."""

import atexit
import os
import shutil
import tempfile

scratch = tempfile.mkdtemp(prefix="boneyard-test-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
os.environ["VAR_DIR"] = scratch
os.environ.pop("REDIS_URL", None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # In a file, as in production, since several threads and processes write at the same time.
    DATABASES["default"]["TEST"] = {"NAME": f"{scratch}/test.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ.get("TEMPLATE_DATABASE")}
STATIC_ROOT.mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STAFF_NEED_SECOND_FACTOR = False
BOT_PAUSE = 0.0
FORCED_PAUSE = 0.0
AWAY_PAUSE = 0.0
DEAL_PAUSE = 0.0
NOTICE_MAIL_PAUSE = 0.0
