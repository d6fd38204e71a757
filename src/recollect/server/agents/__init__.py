"""Named agents: what `/v1/agents` and Letta's paths have in common."""
