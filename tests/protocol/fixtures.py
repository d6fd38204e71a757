"""What the conformance suite of the protocol asks a server for, on recollect's own server."""

from __future__ import annotations

import base64
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp_types import (
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAA"
    "AABJRU5ErkJggg=="
)
WAV = base64.b64encode(
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0@\x1f\0\0\1\0\x08\0data"
).decode()


def image() -> ImageContent:
    return ImageContent(type="image", data=PNG, mime_type="image/png")


def embedded(uri: str) -> EmbeddedResource:
    held = TextResourceContents(uri=uri, mime_type="text/plain", text="Embedded.")
    return EmbeddedResource(type="resource", resource=held)


def add_fixtures(server: MCPServer[Any]) -> None:
    """The tools, resources and prompts that the scenarios name."""

    @server.tool()
    def test_simple_text() -> str:
        """Text."""
        return "This is a simple text response for testing."

    @server.tool()
    def test_image_content() -> ImageContent:
        """An image."""
        return image()

    @server.tool()
    def test_audio_content() -> AudioContent:
        """A sound."""
        return AudioContent(type="audio", data=WAV, mime_type="audio/wav")

    @server.tool()
    def test_embedded_resource() -> EmbeddedResource:
        """A resource."""
        return embedded("test://embedded-resource")

    @server.tool()
    def test_multiple_content_types() -> list[ContentBlock]:
        """Several."""
        text = TextContent(type="text", text="Multiple content types test:")
        return [text, image(), embedded("test://mixed-content-resource")]

    @server.tool()
    def test_error_handling() -> str:
        """An error."""
        raise ToolError("This tool intentionally returns an error for testing")

    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        """Text."""
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        """Bytes."""
        return base64.b64decode(PNG)

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:
        """One of many."""
        return f'{{"id": "{id}", "templateTest": true, "data": "Data for ID: {id}"}}'

    @server.prompt()
    def test_simple_prompt() -> str:
        """Plain."""
        return "This is a simple prompt for testing."

    @server.prompt()
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        """With arguments."""
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt()
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:
        """With a resource."""
        return [UserMessage(embedded(resourceUri)), UserMessage("Please process it.")]

    @server.prompt()
    def test_prompt_with_image() -> list[UserMessage]:
        """With an image."""
        return [UserMessage(image()), UserMessage("Please analyze it.")]
