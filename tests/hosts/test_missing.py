"""Without the package of a host, its import says what to install."""

import subprocess
import sys

import pytest

HOSTS = [
    ("agent_framework", "agent_framework", "agent-framework"),
    ("claude_agent", "claude_agent_sdk", "claude-agent"),
    ("langchain", "langchain", "langchain"),
    ("langgraph", "langgraph", "langgraph"),
    ("llama_index", "llama_index", "llama-index"),
    ("openai_agents", "agents", "openai-agents"),
    ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
]


@pytest.mark.parametrize(("host", "package", "extra"), HOSTS)
def test_the_command_is_named(host, package, extra):
    code = f"""
import sys
sys.modules[{package!r}] = None
try:
    import recollect.hosts.{host}
except ImportError as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"MissingExtra {package}")
    assert done.stdout.endswith(f" is not installed; run: pip install 'recollect[{extra}]'\n")
