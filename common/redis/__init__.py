"""Connections to Redis, which are left alone for a while once it hangs."""
