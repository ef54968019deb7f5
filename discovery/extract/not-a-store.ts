import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'

/** A snapshot without any fact, with the reason why the host is no store. */
export const notAStore = (reason: string): StoreSnapshot => ({
  isStore: false,
  notStoreReason: reason,
  shop: null,
  shopId: null,
  domain: null,
  name: null,
  about: null,
  status: null,
  country: null,
  currency: null,
  locale: null,
  theme: null,
  productCount: null,
  logo: null,
  emails: [],
  phones: [],
  pixels: [],
  apps: [],
  signals: [],
})
