"""The ASGI application: Django serves pages, Channels serves sockets."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # loads the apps, so it must come before anything that needs models

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from api.sockets import ForPrograms  # noqa: E402
from config.origins import SameOrigin  # noqa: E402
from config.routing import websocket_urlpatterns, with_a_token  # noqa: E402
from games.state.dispatch import ask_for_sweep, hold_requests_until_due  # noqa: E402
from games.state.live_tables import live_tables  # noqa: E402
from health.deploy_checks import refuse_if_unsafe  # noqa: E402
from health.probes import Probes  # noqa: E402
from live.pages import Pages  # noqa: E402
from live.queue import Queue  # noqa: E402
from live.visits import Visits  # noqa: E402
from telemetry.metrics import SOCKETS  # noqa: E402
from telemetry.tracing import Traced  # noqa: E402

refuse_if_unsafe()
hold_requests_until_due(live_tables.may_be_due)
SOCKETS.set(0)  # a restarted container may find the metrics files of its predecessor

of_browsers = SameOrigin(URLRouter(websocket_urlpatterns))
sockets = ForPrograms(URLRouter(with_a_token), of_browsers)
pages = Pages()
queue = Queue(pages, at_once=settings.REQUESTS_AT_ONCE, waiting=settings.REQUESTS_WAITING)
visits = Visits(on_return=ask_for_sweep)
routed = ProtocolTypeRouter({"http": Probes(visits.to(queue)), "websocket": visits.to(sockets)})
application = Traced(routed, trust_proxy=settings.TRUSTED_PROXIES > 0)
