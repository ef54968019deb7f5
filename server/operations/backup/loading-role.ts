import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { BackupError, messageOf } from './backup-error.ts'
import { execute, openSession, quoteName } from './database-shape.ts'

type Deps = { url: string; log: Logger }

/**
 * On a connection that can do nothing outside this database: no superuser, no programs, no files of
 * the server, no functions in C. If `url` names a role that can, a temporary role works for it and
 * hands over what it made.
 * @throws BackupError when the server does not let it have such a role
 */
export async function withLoadingRole(
  { url, log }: Deps,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await using owner = await openSession(url)
  if (!(await isPowerful(owner))) return await work(owner)
  const role = await createRole(owner).catch(explain)
  try {
    await using client = await openSession(urlFor(url, role)).catch(explain)
    await work(client)
    await handOver(owner, role)
  } finally {
    await dropRole(owner, role).catch((error: unknown) =>
      log.warn(
        { event: 'restore.role_left', role: role.name, err: error },
        'the role that loaded a backup could not be dropped',
      ),
    )
  }
}

type Role = { name: string; password: string }

const POWERFUL = `
  select rolsuper or exists (
    select from pg_roles p where pg_has_role(r.oid, p.oid, 'member')
      and p.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
  ) as "isPowerful"
  from pg_roles r where rolname = current_user`

async function isPowerful(client: pg.Client): Promise<boolean> {
  const { rows } = await execute<{ isPowerful: boolean }>(client, POWERFUL)
  return rows[0]?.isPowerful !== false
}

async function createRole(owner: pg.Client): Promise<Role> {
  const role = {
    name: `storedawn_loading_${randomBytes(6).toString('hex')}`,
    password: randomBytes(24).toString('hex'),
  }
  const name = quoteName(role.name)
  const { rows } = await execute<{ database: string }>(
    owner,
    'select current_database() as database',
  )
  const database = pg.escapeIdentifier(rows[0]?.database ?? '')
  await execute(owner, 'begin')
  try {
    await execute(owner, `create role ${name} login password ${pg.escapeLiteral(role.password)}`)
    await execute(owner, `grant create, connect, temporary on database ${database} to ${name}`)
    await execute(owner, `grant create, usage on schema public to ${name}`)
    await execute(owner, 'commit')
  } catch (error) {
    await execute(owner, 'rollback')
    throw error
  }
  return role
}

function urlFor(url: string, { name, password }: Role): string {
  const of = new URL(url)
  of.username = name
  of.password = password
  return of.href
}

const handOver = (owner: pg.Client, { name }: Role) =>
  execute(owner, `reassign owned by ${quoteName(name)} to current_user`)

/** What it was granted goes with it. */
async function dropRole(owner: pg.Client, { name }: Role): Promise<void> {
  await execute(owner, `drop owned by ${quoteName(name)}`)
  await execute(owner, `drop role ${quoteName(name)}`)
}

function explain(error: unknown): never {
  throw new BackupError(
    `DATABASE_URL names a role with the rights of a superuser, and a backup is loaded without them, but no other role could be made: ${messageOf(error)}. Name a role that owns the database and no more`,
    { cause: error },
  )
}
