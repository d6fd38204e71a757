"""OpenAI's embeddings, and every server that speaks the same protocol."""

from __future__ import annotations

from typing import Any

import openai

from ..errors import ConfigError
from .patience import LATE, NO_CONNECTION, Fault, Patience, retry_after
from .registry import Spec
from .remedies import remedy
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
        return connected(openai.OpenAI, self.model, self._base_url)

    def _send(self, texts: list[str], question: bool, seconds: float) -> list[Any]:
        size: dict[str, Any] = {"dimensions": self._size} if self._size else {}
        try:
            answer = self._client.embeddings.create(
                model=self.model, input=texts, encoding_format="float", timeout=seconds, **size
            )
            return _in_order(answer.data)
        except openai.APIStatusError as error:
            raise fault_of(error) from None
        except openai.APIConnectionError as error:
            timed_out = isinstance(error, openai.APITimeoutError)
            raise Fault(None, LATE if timed_out else NO_CONNECTION) from None
        except (openai.OpenAIError, AttributeError, TypeError, ValueError):
            raise Fault(200, "an answer that cannot be read", final=True) from None

    def _remedy(self, fault: Fault) -> str:
        if fault.status != 429:
            return remedy(fault, f"embedding model {self.model!r}", "OPENAI_API_KEY")
        if fault.passing:
            return "too many requests; slow down or raise the limit, the vectors will follow"
        return "the quota is used up; see your plan and billing, then run reindex"


def _in_order(data: list[Any]) -> list[Any]:
    """The rows by their index; a server that numbers none is taken at its word."""
    places = [row.index for row in data]
    if any(places):
        if sorted(places) != list(range(len(data))):
            raise ValueError("the numbers of the rows are wrong")
        data = sorted(data, key=lambda row: row.index)
    return [row.embedding for row in data]


def connected(sdk: Any, model: str, base_url: str | None) -> Any:
    """A client of OpenAI's package. A server of one's own may do without a key."""
    settings: dict[str, Any] = {"max_retries": 0, "base_url": base_url}
    try:
        return sdk(**settings)
    except openai.OpenAIError:
        if base_url is None:
            raise ConfigError(
                "OpenAI needs a key: set OPENAI_API_KEY, or name a server of your own, as in "
                f"'openai:{model}@http://127.0.0.1:8000/v1'"
            ) from None
        return sdk(api_key="none", **settings)


def fault_of(error: openai.APIStatusError) -> Fault:
    """What OpenAI's package says went wrong."""
    spent = error.status_code == 429 and error.code == "insufficient_quota"
    wait = retry_after(error.response.headers.get("retry-after"))
    return Fault(error.status_code, str(error.message), wait=wait, final=spent)
