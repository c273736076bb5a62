"""The coach: looks at finished matches, and says which moves cost something and why."""
