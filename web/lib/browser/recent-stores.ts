import { RECENT_STORES_KEY } from './browser-storage.ts'

/** The stored data of an opened store: its name and address, no contacts. */
export type RecentStore = { slug: string; name: string; domain: string }

type StoredList = { owner: string; stores: readonly RecentStore[] }
type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>

const MAX_STORED = 8

export function readRecentStores(storage: RecentStorage, owner: string): readonly RecentStore[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(RECENT_STORES_KEY) ?? 'null')
    return isStoredList(stored) && stored.owner === owner ? stored.stores : []
  } catch {
    return []
  }
}

export function rememberStore(storage: RecentStorage, owner: string, store: RecentStore): void {
  const { slug, name, domain } = store
  const others = readRecentStores(storage, owner).filter((each) => each.slug !== slug)
  write(storage, { owner, stores: [{ slug, name, domain }, ...others].slice(0, MAX_STORED) })
}

export function forgetStore(storage: RecentStorage, owner: string, slug: string): void {
  const stores = readRecentStores(storage, owner)
  const others = stores.filter((each) => each.slug !== slug)
  if (others.length < stores.length) write(storage, { owner, stores: others })
}

/** If the storage is full or blocked, only this convenience is lost. */
function write(storage: RecentStorage, stored: StoredList): void {
  try {
    storage.setItem(RECENT_STORES_KEY, JSON.stringify(stored))
  } catch {}
}

/** An earlier version may have written it, or a user may have edited it. */
const isStoredList = (value: unknown): value is StoredList =>
  isObject(value) &&
  typeof value['owner'] === 'string' &&
  isList(value['stores']) &&
  value['stores'].every(isStore)

const isStore = (value: unknown): value is RecentStore =>
  isObject(value) && ['slug', 'name', 'domain'].every((key) => typeof value[key] === 'string')

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
