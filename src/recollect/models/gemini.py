"""Google's Gemini embeddings."""

from __future__ import annotations

import re
from typing import Any

from google import genai
from google.genai import errors, types

from ..errors import ConfigError
from .patience import LATE, NO_CONNECTION, Fault, Patience, retry_after
from .registry import Spec
from .remote import Remote

NETWORK = ("httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3", "google.auth")


class GeminiEmbedder(Remote):
    """`gemini:MODEL`. The key is GEMINI_API_KEY or GOOGLE_API_KEY. Passages and questions are
    told apart by the task types of the service."""

    service = "Gemini"
    most_texts = 100
    most_bytes = 200_000

    def __init__(self, spec: Spec, patience: Patience | None = None) -> None:
        super().__init__(spec, patience or Patience(each=30.0, total=45.0, asking=10.0))

    def _connect(self) -> Any:
        return connected(self._base_url)

    def _send(self, texts: list[str], question: bool, seconds: float) -> list[Any]:
        config = types.EmbedContentConfig(
            task_type="RETRIEVAL_QUERY" if question else "RETRIEVAL_DOCUMENT",
            output_dimensionality=self._size,
            http_options=types.HttpOptions(timeout=max(1, int(seconds * 1000))),
        )
        # One content a text: some models make one vector of a list of plain strings.
        contents: Any = [types.Content(parts=[types.Part(text=text)]) for text in texts]
        try:
            answer = self._client.models.embed_content(
                model=self.model, contents=contents, config=config
            )
            return [row.values for row in answer.embeddings]
        except errors.APIError as error:
            raise fault_of(error) from None
        except Exception as error:
            if is_network(error):
                raise Fault(None, _network(error)) from None
            raise Fault(200, "an answer that cannot be read", final=True) from None

    def _remedy(self, fault: Fault) -> str:
        match fault.status:
            case None:
                return f"{fault.reason}; check the network"
            case 401 | 403:
                return "the key was refused; check GEMINI_API_KEY"
            case 400 if "api key" in fault.reason.lower():
                return "the key was refused; check GEMINI_API_KEY"
            case 404:
                return f"there is no embedding model {self.model!r}; check the name"
            case 429:
                return "the quota is used up for now; see your plan, the vectors will follow"
            case 200:
                return fault.reason
            case status:
                return f"HTTP {status}; if it stays, check the name of the model"


def connected(base_url: str | None) -> genai.Client:
    """A client of Google's package."""
    address = {"base_url": base_url} if base_url else {}
    try:
        return genai.Client(http_options=types.HttpOptions(**address))
    except ValueError:
        raise ConfigError("Gemini needs a key: set GEMINI_API_KEY") from None


def fault_of(error: errors.APIError) -> Fault:
    """What Google's package says went wrong."""
    headers = getattr(error.response, "headers", None) or {}
    # Google says in the answer what others say in a header.
    told = re.search(r"retryDelay\W+(\d+(?:\.\d+)?)s", str(error.details))
    wait = retry_after(told[1] if told else headers.get("retry-after"))
    return Fault(error.code, str(error.message), wait=wait)


def is_network(error: Exception) -> bool:
    """Whether an error is of the HTTP library: the package lets it through, and that changes."""
    return isinstance(error, OSError) or type(error).__module__.startswith(NETWORK)


def _network(error: Exception) -> str:
    return LATE if "timeout" in type(error).__name__.lower() else NO_CONNECTION
