"""The server with very short timeouts."""

from live import requests
from live.server import CommandLine

requests.REQUEST_SECONDS = requests.READING_SECONDS = 1

if __name__ == "__main__":
    CommandLine.entrypoint()
