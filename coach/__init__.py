"""The coach, which analyses finished matches and says which moves lost points and why."""
