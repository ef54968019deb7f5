import {
  fieldsOf,
  type ItemStorage,
  readStored,
  RECENT_STORES_KEY,
  store,
} from './browser-storage.ts'

/** The stored data of an opened store: its name and address, no contacts. */
type RecentStore = { slug: string; name: string; domain: string }

const MAX_STORED = 8

/** None if an earlier version has written something else, or a user has edited it. */
export function readRecentStores(storage: ItemStorage, owner: string): readonly RecentStore[] {
  const stored = fieldsOf(readStored(RECENT_STORES_KEY, storage))
  const { stores } = stored
  return stored['owner'] === owner && isList(stores) && stores.every(isStore) ? stores : []
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

const isStore = (value: unknown): value is RecentStore =>
  ['slug', 'name', 'domain'].every((key) => typeof fieldsOf(value)[key] === 'string')

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
