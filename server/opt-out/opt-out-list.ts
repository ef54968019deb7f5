import { sql } from 'kysely'
import { getDomain } from 'tldts'
import { createGuardedFetch, type GuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { type Cached, cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readOutgoingSettings } from '#server/platform/outgoing-http.ts'

type Deps = Pick<AppContext, 'db' | 'now'>

/** Another process may have recorded an opt-out; this process sees its own opt-outs at once. */
const CACHE_MS = 60_000

// One list for each database of the process, so that a confirmation in the API takes effect at once
// for a crawler in the same process.
const cachedKeys = new WeakMap<Db, Cached<Set<string>>>()

/**
 * Whether the host's owner opted out, for it or for a name above it.
 * @throws when the database does not answer: then no host may be visited
 */
export async function isOptedOut(deps: Deps, host: string): Promise<boolean> {
  const optedOut = await readKeys(deps)
  return optedOut.size > 0 && optOutKeysOf(host).some((key) => optedOut.has(key))
}

// The platform's servers keep the files of all shops, each below its id in groups of four digits:
// /s/files/1/0782/4094/0356/.
const SHOP_FILES = /^\/s\/files\/\d+\/((?:\d{4}\/){2,4})/

/** The same for any URL of a shop, including files on the platform's servers. */
export async function isOptedOutUrl(deps: Deps, url: URL): Promise<boolean> {
  const optedOut = await readKeys(deps)
  if (optedOut.size === 0) return false
  const shopId = SHOP_FILES.exec(url.pathname)?.[1]?.replaceAll('/', '').replace(/^0+/, '')
  return (
    optOutKeysOf(url.hostname).some((key) => optedOut.has(key)) || optedOut.has(`shop_id:${shopId}`)
  )
}

/**
 * Most pictures are on the platform's one picture server; a page of them must not queue for a
 * single connection.
 */
const PICTURE_LIMITS = { maxInFlight: 8, maxSocketsPerHost: 4, keepAliveMs: 10_000 }

/** For the API: fetches pictures from the stores' hosts, with the crawler's guard. */
export const createPictureFetch = (ctx: Pick<AppContext, 'config' | 'db' | 'now'>): GuardedFetch =>
  createGuardedFetch({
    ...readOutgoingSettings(ctx.config).guarded,
    limits: PICTURE_LIMITS,
    isOptedOut: (url) => isOptedOutUrl(ctx, url),
  })

async function loadKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('opt_outs').select('key').execute()
  return new Set(rows.map(({ key }) => key))
}

async function readKeys({ db, now }: Deps): Promise<Set<string>> {
  const known = cachedKeys.get(db)
  if (known) return known()
  const cached = cacheFor(() => loadKeys(db), { forMs: CACHE_MS, now })
  cachedKeys.set(db, cached)
  return cached()
}

export function invalidateOptOutList({ db }: Pick<Deps, 'db'>): void {
  cachedKeys.get(db)?.invalidate()
}

/** From the database, not from memory. */
export async function findOptedOutKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select key from opt_outs where key = any(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export const PLATFORM_SUFFIX = '.myshopify.com'

/** Without `www.` and closing dot. */
const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '')
    .replace(/^www\./, '')

/**
 * An opt-out for a name covers all names below it, so a host is looked up with all names above it,
 * up to its domain.
 */
export function optOutKeysOf(host: string): string[] {
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
export function shopKeys({
  shop,
  shopId,
}: {
  shop: string | null
  shopId: string | null
}): string[] {
  return [...(shop ? [`shop:${shop.toLowerCase()}`] : []), ...(shopId ? [`shop_id:${shopId}`] : [])]
}

/**
 * The domain in canonical spelling.
 * @throws AppError `invalid_request` for anything that cannot be owned: an IP address, a public
 * suffix, words
 */
export function parseDomain(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)
  const host = bareHost(url?.hostname ?? '')
  const isOwnable =
    /^[a-z0-9.-]+\.[a-z0-9-]+$/.test(host) &&
    getDomain(host, { allowPrivateDomains: true }) !== null
  if (!isOwnable || url?.port || url?.username) throw invalidRequest('domain')
  return host
}
