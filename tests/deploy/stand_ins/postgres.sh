set -e
data=/var/lib/postgresql/data
programs=$(echo /usr/lib/postgresql/*/bin)
mkdir -p $data && chown postgres $data && chmod 700 $data
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s $data/PG_VERSION ]; then
    echo "$POSTGRES_PASSWORD" > /run/password && chown postgres /run/password
    as_postgres "$programs/initdb" -D $data -U "$POSTGRES_USER" --pwfile=/run/password --auth=scram-sha-256 -E UTF8
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | as_postgres "$programs/postgres" --single -D $data postgres
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$programs/postgres" -D $data -c listen_addresses='*'
