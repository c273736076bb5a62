"""The network cable between a browser and the site: it can be cut, mended, or go dead in one direction."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread


class Cable:
    """Forwards data between its own port and the site's until it is cut."""

    def __init__(self, port: int) -> None:
        self._site = ("127.0.0.1", port)
        self._ends: list[socket.socket] = []
        self._is_cut = False
        self._is_deaf = False
        self._socket = socket.create_server(("127.0.0.1", 0))
        Thread(target=self._take_calls, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def mend(self) -> None:
        self._is_cut = self._is_deaf = False

    def lose_answers(self) -> None:
        """Keep forwarding data to the site, but not back to the browser."""
        self._is_deaf = True

    def put_away(self) -> None:
        self.cut()
        self._socket.close()

    def _take_calls(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._socket.accept()
                if self._is_cut:
                    browser.close()
                else:
                    self._connect(browser)

    def _connect(self, browser: socket.socket) -> None:
        try:
            site = socket.create_connection(self._site)
        except OSError:
            browser.close()
            return
        self._ends += [browser, site]
        Thread(target=self._carry, args=(browser, site), daemon=True).start()
        Thread(target=self._carry_back, args=(site, browser), daemon=True).start()

    def _carry(self, browser: socket.socket, site: socket.socket) -> None:
        with suppress(OSError):
            while data := browser.recv(65536):
                site.sendall(data)
        _hang_up(browser, site)

    def _carry_back(self, site: socket.socket, browser: socket.socket) -> None:
        with suppress(OSError):
            while data := site.recv(65536):
                if not self._is_deaf:
                    browser.sendall(data)
        _hang_up(site, browser)


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
