"""Connections to Redis with a circuit breaker: a server that hangs only costs a fraction of a second now and then."""

from __future__ import annotations

from typing import Any

from redis import ConnectionPool
from redis.connection import Connection, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import ConnectionError, TimeoutError

from common.redis.circuit import Circuit

PATIENCE = 0.3
"""Seconds for which a page or a move waits for an answer."""


class _ByCircuit:
    """A mixin for connections that send nothing for a while after a timeout."""

    def __init__(self, *, circuit: Circuit, **kwargs: Any) -> None:
        self._circuit = circuit
        super().__init__(**kwargs)

    def connect(self) -> None:
        self._check()
        try:
            super().connect()  # type: ignore[misc]
        except TimeoutError:
            self._circuit.break_off()
            raise

    def send_packed_command(self, *args: Any, **kwargs: Any) -> None:
        self._check()
        super().send_packed_command(*args, **kwargs)  # type: ignore[misc]

    def read_response(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().read_response(*args, **kwargs)  # type: ignore[misc]
        except TimeoutError:
            self._circuit.break_off()
            raise

    def _check(self) -> None:
        """Raise ConnectionError if the circuit is open."""
        if self._circuit.is_broken:
            raise ConnectionError("Redis did not answer a moment ago.")


class _Plain(_ByCircuit, Connection): ...


class _Encrypted(_ByCircuit, SSLConnection): ...


class _SocketFile(_ByCircuit, UnixDomainSocketConnection): ...


_KINDS: dict[type, type] = {Connection: _Plain, SSLConnection: _Encrypted, UnixDomainSocketConnection: _SocketFile}


class Pool(ConnectionPool):
    """A connection pool (`Pool.from_url(…)`) whose connections share one circuit."""

    def __init__(self, connection_class: type = Connection, **kwargs: Any) -> None:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(_KINDS[connection_class], circuit=Circuit(), **{**patience, **kwargs})
