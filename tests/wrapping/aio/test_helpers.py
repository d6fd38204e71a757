"""The SDKs' other ways to ask a model: each is remembered like the plain one."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from recollect import AsyncMemory
from tests.providers import Say
from tests.wrapping.aio.talkers import AsyncChat, AsyncClaude, AsyncGemini, AsyncResponses, chat

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"
ANSWER = '{"mode": "dark"}'
MESSAGES = chat([("user", ASKED)])


class Preference(BaseModel):
    """What a model is asked to fill in."""

    mode: str


async def chat_parse(client: Any) -> Any:
    made = await client.chat.completions.parse(
        model="m", messages=MESSAGES, response_format=Preference
    )
    return made.choices[0].message.parsed


async def chat_stream(client: Any) -> Any:
    asked = {"model": "m", "messages": MESSAGES, "response_format": Preference}
    async with client.chat.completions.stream(**asked) as stream:
        made = await stream.get_final_completion()
    return made.choices[0].message.parsed


async def chat_raw(client: Any) -> Any:
    raw = await client.chat.completions.with_raw_response.create(model="m", messages=MESSAGES)
    assert raw.headers["content-type"] == "application/json"
    return Preference.model_validate_json(raw.parse().choices[0].message.content)


async def chat_streaming_response(client: Any) -> Any:
    asked = client.chat.completions.with_streaming_response.create(model="m", messages=MESSAGES)
    async with asked as response:
        made = await response.json()
    return Preference.model_validate_json(made["choices"][0]["message"]["content"])


async def chat_with_options(client: Any) -> Any:
    return await chat_parse(client.with_options(timeout=9).copy(max_retries=0))


async def responses_parse(client: Any) -> Any:
    made = await client.responses.parse(model="m", input=MESSAGES, text_format=Preference)
    return made.output_parsed


async def responses_stream(client: Any) -> Any:
    asked = {"model": "m", "input": MESSAGES, "text_format": Preference}
    async with client.responses.stream(**asked) as stream:
        made = await stream.get_final_response()
    return made.output_parsed


async def responses_raw(client: Any) -> Any:
    raw = await client.responses.with_raw_response.create(model="m", input=ASKED)
    return Preference.model_validate_json(raw.parse().output_text)


async def messages_parse(client: Any) -> Any:
    made = await client.messages.parse(
        model="m", max_tokens=9, messages=MESSAGES, output_format=Preference
    )
    return made.parsed_output


async def messages_stream(client: Any) -> Any:
    async with client.messages.stream(model="m", max_tokens=9, messages=MESSAGES) as stream:
        made = await stream.get_final_message()
    return Preference.model_validate_json(made.content[0].text)


async def messages_beta(client: Any) -> Any:
    made = await client.beta.messages.create(model="m", max_tokens=9, messages=MESSAGES)
    return Preference.model_validate_json(made.content[0].text)


async def messages_raw(client: Any) -> Any:
    raw = await client.messages.with_raw_response.create(model="m", max_tokens=9, messages=MESSAGES)
    made = await raw.parse()
    return Preference.model_validate_json(made.content[0].text)


async def messages_with_options(client: Any) -> Any:
    return await messages_parse(client.with_options(max_retries=0).copy(timeout=9))


async def gemini_schema(client: Any) -> Any:
    made = await client.models.generate_content(
        model="m", contents=ASKED, config={"response_schema": Preference}
    )
    return Preference.model_validate_json(made.text)


async def gemini_chat(client: Any) -> Any:
    made = await client.chats.create(model="m").send_message(ASKED)
    return Preference.model_validate_json(made.text)


WAYS = [
    *((AsyncChat, way) for way in (
        chat_parse, chat_stream, chat_raw, chat_streaming_response, chat_with_options)),
    *((AsyncResponses, way) for way in (responses_parse, responses_stream, responses_raw)),
    *((AsyncClaude, way) for way in (
        messages_parse, messages_stream, messages_beta, messages_raw, messages_with_options)),
    *((AsyncGemini, way) for way in (gemini_schema, gemini_chat)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "way"), WAYS, ids=lambda one: one.__name__)
async def test_each_way_sees_memory_and_is_kept(scripted, memory: AsyncMemory, kind, way):
    await memory.add(DARK, user_id="dana", session_id="monday")
    scripted.script.append(Say(ANSWER))
    talker = kind(memory)
    assert await way(talker.wrapped) == Preference(mode="dark")
    await talker.close()
    (request,) = scripted.requests
    assert DARK in request.seen
    said = await memory.messages(user_id="dana", session_id="s1")
    assert [(one.role, one.content) for one in said] == [("user", ASKED), ("assistant", ANSWER)]
