"""The server, with less patience than anyone should have."""

from live import requests
from live.server import CommandLine

requests.REQUEST_SECONDS = 1

if __name__ == "__main__":
    CommandLine.entrypoint()
