"""Access to Redis: connections with a circuit breaker, and locks."""
