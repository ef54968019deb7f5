import { sql } from 'kysely'
import { getDomain } from 'tldts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { invalidRequest } from '#server/platform/errors.ts'

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

export const PLATFORM_SUFFIX = '.myshopify.com'

/** One spelling for apex and www: lower case, without `www.` and closing dot. */
const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '')
    .replace(/^www\./, '')

/** An opt-out for a name covers all names below it, so a host is looked up with all names above it, up to its domain. */
export function keysOfHost(host: string): string[] {
  const bare = bareHost(host)
  const domain = getDomain(bare, { allowPrivateDomains: true }) ?? bare
  const names = [bare]
  for (let name = bare; name !== domain && name.includes('.');) {
    name = name.slice(name.indexOf('.') + 1)
    names.push(name)
  }
  const keys = names.map((name) => `host:${name}`)
  return bare.endsWith(PLATFORM_SUFFIX) ? [...keys, `shop:${bare}`] : keys
}

/** The same for the identifiers that a visit found for a shop. */
export function keysOfShop({ shop, shopId }: { shop: string | null; shopId: string | null }): string[] {
  return [...(shop ? [`shop:${shop.toLowerCase()}`] : []), ...(shopId ? [`shop_id:${shopId}`] : [])]
}

/**
 * The domain in canonical spelling. @throws AppError `invalid_request` for anything that cannot be owned: an IP address, a public suffix,
 * words
 */
export function readDomain(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)
  const host = bareHost(url?.hostname ?? '')
  const isOwnable =
    /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host) && getDomain(host, { allowPrivateDomains: true }) !== null
  if (!isOwnable || url?.port || url?.username) throw invalidRequest('domain')
  return host
}
