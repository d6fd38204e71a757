"""mem0's REST calls, in both colours: JSON over the standard library's HTTP."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from ...errors import ConfigError
from .exceptions import NetworkError, of_status

TIMEOUT = 300.0


class Http:
    """Calls of one server with one key."""

    def __init__(self, host: str, api_key: str | None) -> None:
        if not host.startswith(("http://", "https://")):
            raise ConfigError("a host is a URL that begins with http:// or https://")
        self._host = host.rstrip("/")
        self._key = api_key

    def call(
        self, method: str, path: str, body: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """What the server answers; an error of mem0's if it refuses."""
        given = {name: value for name, value in (params or {}).items() if value is not None}
        url = f"{self._host}{path}" + (f"?{urlencode(given)}" if given else "")
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Token {self._key}"
        data = None if body is None else json.dumps(body).encode()
        asked = Request(url, data=data, headers=headers, method=method)
        try:
            with urlopen(asked, timeout=TIMEOUT) as answer:
                return json.loads(answer.read() or b"null")
        except HTTPError as error:
            raise _refused(error) from None
        except (TimeoutError, URLError, ConnectionError, ValueError) as error:
            raise NetworkError(
                f"the server did not answer: {error}",
                suggestion="Is it running, and is the host right?",
            ) from None


class AsyncHttp:
    """The same in a thread beside the loop."""

    def __init__(self, host: str, api_key: str | None) -> None:
        self._http = Http(host, api_key)

    async def call(
        self, method: str, path: str, body: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """What the server answers."""
        import asyncio

        return await asyncio.to_thread(self._http.call, method, path, body, params)


def _refused(error: HTTPError) -> Exception:
    """An answer that is no success, with what it says."""
    with error:
        said = error.read().decode("utf-8", "replace")
        wait = error.headers.get("Retry-After", "")
    try:
        detail = json.loads(said)
        message = str(detail.get("detail") or detail.get("message") or said)
    except (ValueError, AttributeError):
        message = said or str(error.reason)
    debug = {"status_code": error.code} | ({"retry_after": int(wait)} if wait.isdigit() else {})
    return of_status(error.code, message, debug)
