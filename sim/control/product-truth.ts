import { productOf } from '../shop-platform/product.ts'
import { productList } from '../shop-platform/product-list.ts'
import { profileAt } from '../shop-platform/shop-changes.ts'
import type { ShopReference } from '../shop-platform/shop-reference.ts'
import type { WorldState } from '../world-state.ts'

/** A product as its shop sells it at a moment. */
export type ProductTruth = {
  id: string
  /** The cheapest variant, in minor units of the shop's currency. */
  priceMinor: number
  currency: string
  isAvailable: boolean
}

export function productsOf(state: WorldState, reference: ShopReference, nowMs: number): ProductTruth[] {
  const profile = profileAt(state.profile(reference), nowMs)
  return productList(profile, nowMs).map((slot) => {
    const { id, variants } = productOf(state.seed, profile, slot, nowMs)
    return {
      id: String(id),
      priceMinor: Math.min(...variants.map(({ priceMinor }) => priceMinor)),
      currency: profile.brand.country.currency,
      isAvailable: variants.some(({ available }) => available),
    }
  })
}
