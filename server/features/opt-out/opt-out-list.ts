import { sql } from 'kysely'
import type { AppContext, Db } from '#server/context.ts'
import { keysOfHost } from './opt-out-keys.ts'

type Deps = Pick<AppContext, 'db' | 'now'>

/** Another process may have recorded an opt-out; this process sees its own opt-outs at once. */
const KEEP_MS = 60_000

type Loaded = { keys: Promise<Set<string>>; atMs: number }

// One list for each database of the process, so that a confirmation in the API takes effect at once for a crawler in the same process.
const lists = new WeakMap<Db, Loaded>()

async function load(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('opt_outs').select('key').execute()
  return new Set(rows.map(({ key }) => key))
}

async function readList({ db, now }: Deps): Promise<Set<string>> {
  const nowMs = now().getTime()
  const known = lists.get(db)
  if (known && Math.abs(nowMs - known.atMs) < KEEP_MS) return known.keys
  const fresh = { keys: load(db), atMs: nowMs }
  lists.set(db, fresh)
  // A failed read is not kept: the next caller reads again.
  fresh.keys.catch(() => lists.get(db) === fresh && lists.delete(db))
  return fresh.keys
}

/** Called after the commit of an opt-out. */
export function forgetOptOutList({ db }: Pick<Deps, 'db'>): void {
  lists.delete(db)
}

/**
 * Whether the host's owner opted out, for it or for a name above it. @throws when the database does not answer: then no host may be visited
 */
export async function isOptedOut(deps: Deps, host: string): Promise<boolean> {
  const list = await readList(deps)
  return list.size > 0 && keysOfHost(host).some((key) => list.has(key))
}

// The platform's servers keep the files of all shops, each below its id in groups of four digits: /s/files/1/0782/4094/0356/.
const SHOP_FILES = /^\/s\/files\/\d+\/((?:\d{4}\/){2,4})/

/** The same for any URL of a shop, including files on the platform's servers. */
export async function isOptedOutUrl(deps: Deps, url: URL): Promise<boolean> {
  const list = await readList(deps)
  if (list.size === 0) return false
  const shopId = SHOP_FILES.exec(url.pathname)?.[1]?.replaceAll('/', '').replace(/^0+/, '')
  return keysOfHost(url.hostname).some((key) => list.has(key)) || list.has(`shop_id:${shopId}`)
}

/** The keys that have opted out by now, read from the database, not from memory. */
export async function readOptedOut(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select key from opt_outs where key = any(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
