"""Shared database tools: consistent reads, precompiled and prepared queries, indexes, and checks for poolers and other
processes."""
