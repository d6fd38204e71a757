"""What to do when a service refuses."""

from __future__ import annotations

from .patience import Fault


def of_ollama(fault: Fault, model: str) -> str:
    """What to do about a fault where Ollama serves; nothing if that is as anywhere else."""
    if fault.status == 404:
        return f"it has no model {model!r}; run: ollama pull {model}"
    if fault.status is None:
        return f"{fault.reason}; run: ollama serve, or set OLLAMA_HOST"
    return ""


def remedy(fault: Fault, what: str, key: str) -> str:
    """What to do about a fault, without the service's own words: they may quote a key.

    `what` is the model that was asked for, and `key` the variable that holds the key.
    """
    match fault.status:
        case None:
            return f"{fault.reason}; check the network, and the address if you gave one"
        case 401 | 403:
            return f"the key was refused; check {key}"
        case 404:
            return f"there is no {what}; check the name and the address"
        case 429:
            return "too many requests; slow down or raise the limit"
        case 200:
            return f"{fault.reason}; check the address"
        case status:
            return f"HTTP {status}; if it stays, check the name of the model"
