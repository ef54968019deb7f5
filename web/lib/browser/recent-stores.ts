import { RECENT_STORES_KEY } from './storage-keys.ts'

/** The stored data of an opened store: its name and address, no contacts. */
export type RecentStore = { slug: string; name: string; domain: string }

type Kept = { owner: string; stores: readonly RecentStore[] }
type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>

const MOST_KEPT = 8

/** The stores that this account opened in this browser, latest first. */
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

/** Removes a store that no longer exists, by its slug. */
export function forgetStore(storage: RecentStorage, owner: string, slug: string): void {
  const stores = readRecentStores(storage, owner)
  const others = stores.filter((each) => each.slug !== slug)
  if (others.length < stores.length) write(storage, { owner, stores: others })
}

/** If the storage is full or blocked, only this convenience is lost. */
function write(storage: RecentStorage, kept: Kept): void {
  try {
    storage.setItem(RECENT_STORES_KEY, JSON.stringify(kept))
  } catch {}
}

/** Validates the stored value: an earlier version may have written it, or a user may have edited it. */
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
