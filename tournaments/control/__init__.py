"""The control room: matters that need the organisers' attention, and their actions."""
