"""nginx and Caddy with the files of deploy/, in front of two web processes on this machine."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

from run.ports import free_port
from run.trial.visitors import Visitor
from tests.deploy.docker import ROOT

CERTIFICATE = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost")
NAMES = ("-addext", "subjectAltName=DNS:localhost")
WHOLE = """
daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
FOR_A_TEST = """{
	admin off
	skip_install_trust
	auto_https disable_redirects
}
"""


class Proxy:
    """A proxy in front of web processes at these ports; subclasses define how it is started."""

    authority: Path

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        self.folder = folder
        self.port = free_port()
        self.process = self.start(ports)

    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]:
        raise NotImplementedError

    def visitor(self) -> Visitor:
        return Visitor(f"https://localhost:{self.port}", self._trusted())

    def status_of(self, *head: str) -> int:
        """Send only the head of a request; return the status of the answer."""
        lines = [*head, f"Host: localhost:{self.port}", "", ""]
        with (
            socket.create_connection(("localhost", self.port), timeout=60) as plain,
            self._trusted().wrap_socket(plain, server_hostname="localhost") as link,
        ):
            link.sendall("\r\n".join(lines).encode())
            return int(link.makefile("rb").readline().split()[1])

    def _trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.authority))

    def answers(self) -> bool:
        try:
            return bool(self.visitor().get("/healthz/live"))
        except OSError:
            return False


class Nginx(Proxy):
    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]:
        certify(self.folder)
        self.authority = self.folder / "fullchain.pem"
        site = (ROOT / "deploy/nginx/boneyard.conf").read_text()
        moved = {
            "/etc/boneyard/tls": str(self.folder),
            "dominoes.example": "localhost",
            "127.0.0.1:8001": f"127.0.0.1:{ports[0]}",
            "127.0.0.1:8002": f"127.0.0.1:{ports[1]}",
            "listen [::]:80;": "",
            "listen [::]:443 ssl http2;": "",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
        }
        for old, new in moved.items():
            assert old in site
            site = site.replace(old, new)
        (self.folder / "site.conf").write_text(site)
        (self.folder / "nginx.conf").write_text(WHOLE.format(folder=self.folder))
        return subprocess.Popen(["nginx", "-p", self.folder, "-c", self.folder / "nginx.conf"])


class Caddy(Proxy):
    def start(self, ports: Sequence[int]) -> subprocess.Popen[bytes]:
        self.authority = self.folder / "caddy/pki/authorities/local/root.crt"
        (self.folder / "Caddyfile").write_text(FOR_A_TEST + (ROOT / "deploy/caddy/Caddyfile").read_text())
        environment = {
            **os.environ,
            "SITE_HOST": f"localhost:{self.port}",
            "WEB": " ".join(f"127.0.0.1:{port}" for port in ports),
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(self.folder / "Caddyfile")]
        with (self.folder / "log").open("w") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def certify(folder: Path) -> None:
    """Write a certificate for localhost, and its key."""
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*CERTIFICATE, *NAMES, *files], check=True, capture_output=True)
