#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume: the product owns its database and is no superuser.
set -e
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/storedawn-password)" --username=postgres <<'SQL'
create role storedawn login password :'password';
create database storedawn owner storedawn;
revoke connect, temporary on database storedawn from public;
SQL
