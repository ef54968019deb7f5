import { RECENT_STORES_KEY } from '#web/lib/recent-stores-key.ts'

/** What is kept of a store that was opened: its name and where it is, and no contact. */
export type RecentStore = { slug: string; name: string; domain: string }

type Kept = { owner: string; stores: readonly RecentStore[] }
type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>

const MOST_KEPT = 8

/** The stores that this account opened in this browser, the latest first. */
export function readRecentStores(storage: RecentStorage, owner: string): readonly RecentStore[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(RECENT_STORES_KEY) ?? 'null')
    return isKept(kept) && kept.owner === owner ? kept.stores : []
  } catch {
    return []
  }
}

export function rememberStore(storage: RecentStorage, owner: string, store: RecentStore): void {
  const { slug, name, domain } = store
  const others = readRecentStores(storage, owner).filter((each) => each.slug !== slug)
  write(storage, { owner, stores: [{ slug, name, domain }, ...others].slice(0, MOST_KEPT) })
}

/** One that is not there any more, by its slug. */
export function forgetStore(storage: RecentStorage, owner: string, slug: string): void {
  const stores = readRecentStores(storage, owner)
  const others = stores.filter((each) => each.slug !== slug)
  if (others.length < stores.length) write(storage, { owner, stores: others })
}

/** A full or forbidden storage costs a convenience, no more. */
function write(storage: RecentStorage, kept: Kept): void {
  try {
    storage.setItem(RECENT_STORES_KEY, JSON.stringify(kept))
  } catch {}
}

/** Whatever stands there may be of an earlier version, or of somebody's hand. */
const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  typeof value['owner'] === 'string' &&
  isList(value['stores']) &&
  value['stores'].every(isStore)

const isStore = (value: unknown): value is RecentStore =>
  isObject(value) && ['slug', 'name', 'domain'].every((key) => typeof value[key] === 'string')

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
