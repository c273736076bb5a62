#!/bin/sh
# Runs a management command with the user, the environment and the data of the services in deploy/systemd, as root:
#   sh /srv/boneyard/deploy/manage.sh createsuperuser
exec systemd-run --quiet --collect --wait --pipe --pty --service-type=exec --uid=boneyard --gid=boneyard \
    --property=WorkingDirectory=/srv/boneyard --property=EnvironmentFile=/etc/boneyard/environment \
    --property=Environment=VAR_DIR=/var/lib/boneyard --property=UMask=0077 \
    /srv/boneyard/.venv/bin/python manage.py "$@"
