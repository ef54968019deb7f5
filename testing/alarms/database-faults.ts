import { sql } from 'kysely'
import pg from 'pg'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import { SCHEMA_VERSION } from '#server/catalog/search/clickhouse/tables.ts'
import { mountSmallDisk } from '#testing/chaos/small-disk.ts'
import { insertStore } from '#testing/factories.ts'
import type { AlarmWorld, Fault } from './alarm-world.ts'

const MIB = 1024 * 1024
const DISK_BYTES = 64 * MIB
const SEARCH_AWAY = 'http://127.0.0.1:9/away'

export function createDatabaseFaults(): Record<string, Fault> {
  return {
    DatabaseDown: { make: shutDatabase },
    DatabasePoolWaits: { make: takeAllConnections },
    DiskFull: {
      make: async ({ ctx }) => ctx.testLog.expectError('db.disk_full'),
      keep: refuseWrite,
    },
    ...diskFault(),
    SearchBehind: {
      prepare: async () => ({ config: { SEARCH_URL: SEARCH_AWAY } }),
      work: followChanges,
      make: changeStore,
    },
  }
}

/** A mount needs the rights for it. */
export const canMount = (): boolean => {
  const mounted = mountSmallDisk(MIB)
  if (mounted.kind === 'mounted') mounted.disk[Symbol.dispose]()
  return mounted.kind === 'mounted'
}

function diskFault(): Record<string, Fault> {
  let fill = () => {}
  return {
    DiskNearlyFull: {
      async prepare(undo) {
        const mounted = mountSmallDisk(DISK_BYTES)
        if (mounted.kind !== 'mounted') throw new Error(mounted.reason)
        const disk = undo.use(mounted.disk)
        fill = () => disk.fill(2 * MIB)
        return { config: { DATA_DIR: disk.folder } }
      },
      make: async () => fill(),
    },
  }
}

/** As an operator would shut it: no new connections, and the present ones end. */
async function shutDatabase({ ctx, undo }: AlarmWorld): Promise<void> {
  const url = new URL(ctx.config.DATABASE_URL ?? '')
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const allow = (isAllowed: boolean) =>
    admin.query(`alter database ${name} allow_connections ${isAllowed}`)
  undo.defer(async () => {
    await allow(true)
    await admin.end()
  })
  await allow(false)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
}

const ASK_EVERY_MS = 300

async function takeAllConnections({ ctx, undo }: AlarmWorld): Promise<void> {
  const { pool } = ctx.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const timer = setInterval(() => void pool.query('select 1').catch(() => undefined), ASK_EVERY_MS)
  undo.defer(() => {
    clearInterval(timer)
    for (const client of clients) client.release()
  })
}

/** PostgreSQL's own error for a full disk. */
async function refuseWrite({ ctx }: AlarmWorld): Promise<void> {
  await sql`do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`
    .execute(ctx.db)
    .catch(() => undefined)
}

/** The follower of the search engine has everything. */
async function followChanges({ ctx }: AlarmWorld): Promise<void> {
  const row = { name: FOLLOWER, schema: SCHEMA_VERSION, position: 0, followed_at: ctx.now() }
  await ctx.db
    .insertInto('change_followers')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Stops the follower while a store changes, because the database's clock cannot be moved. */
async function changeStore({ ctx, app }: AlarmWorld): Promise<void> {
  await insertStore(ctx.db)
  await app.inject({ url: '/metrics' })
  ctx.clock.advance(15_000)
  await app.inject({ url: '/metrics' }) // numbers the change
  await sql`update change_feed set numbered_at = now() - interval '5 minutes'`.execute(ctx.db)
}
