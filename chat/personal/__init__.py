"""What chats hold about players, and for how long."""
