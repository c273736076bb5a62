"""How people prove who they are: passwords, attempts to sign in, and the devices that are known from earlier."""
