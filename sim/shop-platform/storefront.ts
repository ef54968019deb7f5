import type { ShopProfile } from './shop-profile.ts'

/** A shop at the moment of a request. */
export type Storefront = { seed: number; profile: ShopProfile; nowMs: number }
