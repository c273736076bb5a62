"""The action log of clubs and tournaments; each app supplies the sentences for its own actions."""
