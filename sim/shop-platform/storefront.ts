import type { ShopProfile } from './shop-profile.ts'

/** A shop at the time of a request. */
export type Storefront = { seed: number; profile: ShopProfile; nowMs: number }
