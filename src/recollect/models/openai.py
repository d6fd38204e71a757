"""OpenAI's embeddings, and every server that speaks the same protocol."""

from __future__ import annotations

from typing import Any

import openai

from ..errors import ConfigError
from .patience import Fault, Patience, retry_after
from .registry import Spec
from .remote import Remote


class OpenAIEmbedder(Remote):
    """`openai:MODEL`, at OPENAI_BASE_URL or behind an @ anywhere else. The key is
    OPENAI_API_KEY; a server of one's own may do without."""

    service = "OpenAI"
    most_texts = 2048
    most_bytes = 300_000

    def __init__(self, spec: Spec, patience: Patience | None = None) -> None:
        if spec.base_url is not None:
            self.service = f"The server for {spec.provider}:{spec.model}"
            self.most_texts = 256  # what vLLM and text-embeddings-inference take is less
        super().__init__(spec, patience or Patience(each=30.0, total=45.0, asking=10.0))

    def _connect(self) -> Any:
        settings: dict[str, Any] = {"max_retries": 0, "base_url": self._base_url}
        try:
            return openai.OpenAI(**settings)
        except openai.OpenAIError:
            if self._base_url is None:
                raise ConfigError(
                    "OpenAI needs a key: set OPENAI_API_KEY, or name a server of your own, as in "
                    f"'openai:{self.model}@http://127.0.0.1:8000/v1'"
                ) from None
            return openai.OpenAI(api_key="none", **settings)

    def _send(self, texts: list[str], question: bool, seconds: float) -> list[Any]:
        size: dict[str, Any] = {"dimensions": self._size} if self._size else {}
        try:
            answer = self._client.embeddings.create(
                model=self.model, input=texts, encoding_format="float", timeout=seconds, **size
            )
            return _in_order(answer.data)
        except openai.APIStatusError as error:
            raise _fault(error) from None
        except openai.APIConnectionError as error:
            timed_out = isinstance(error, openai.APITimeoutError)
            raise Fault(None, "no answer in time" if timed_out else "no connection") from None
        except (openai.OpenAIError, AttributeError, TypeError, ValueError):
            raise Fault(200, "an answer that cannot be read", final=True) from None

    def _remedy(self, fault: Fault) -> str:
        match fault.status:
            case None:
                return f"{fault.reason}; check the network, and the address if you gave one"
            case 401 | 403:
                return "the key was refused; check OPENAI_API_KEY"
            case 404:
                return f"there is no embedding model {self.model!r}; check the name and the address"
            case 429 if not fault.passing:
                return "the quota is used up; see your plan and billing, then run reindex"
            case 429:
                return "too many requests; slow down or raise the limit, the vectors will follow"
            case 200:
                return f"{fault.reason}; check the address"
            case status:
                return f"HTTP {status}; if it stays, check the name of the model"


def _in_order(data: list[Any]) -> list[Any]:
    """The rows by their index; a server that numbers none is taken at its word."""
    places = [row.index for row in data]
    if any(places):
        if sorted(places) != list(range(len(data))):
            raise ValueError("the numbers of the rows are wrong")
        data = sorted(data, key=lambda row: row.index)
    return [row.embedding for row in data]


def _fault(error: openai.APIStatusError) -> Fault:
    spent = error.status_code == 429 and error.code == "insufficient_quota"
    wait = retry_after(error.response.headers.get("retry-after"))
    return Fault(error.status_code, str(error.message), wait=wait, final=spent)
