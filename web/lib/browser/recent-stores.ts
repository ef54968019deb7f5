import { type ItemStorage, readStored, RECENT_STORES_KEY, store } from './browser-storage.ts'

/** The stored data of an opened store: its name and address, no contacts. */
type RecentStore = { slug: string; name: string; domain: string }

type StoredList = { owner: string; stores: readonly RecentStore[] }

const MAX_STORED = 8

export function readRecentStores(storage: ItemStorage, owner: string): readonly RecentStore[] {
  const stored = readStored(RECENT_STORES_KEY, storage)
  return isStoredList(stored) && stored.owner === owner ? stored.stores : []
}

export function rememberStore(storage: ItemStorage, owner: string, opened: RecentStore): void {
  const { slug, name, domain } = opened
  const others = readRecentStores(storage, owner).filter((each) => each.slug !== slug)
  const stores = [{ slug, name, domain }, ...others].slice(0, MAX_STORED)
  store(RECENT_STORES_KEY, { owner, stores }, storage)
}

export function forgetStore(storage: ItemStorage, owner: string, slug: string): void {
  const stores = readRecentStores(storage, owner)
  const others = stores.filter((each) => each.slug !== slug)
  if (others.length < stores.length) store(RECENT_STORES_KEY, { owner, stores: others }, storage)
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
