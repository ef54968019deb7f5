import { at, fraction, hash } from '../random.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { ProductSlot } from './product-list.ts'
import type { ShopProfile } from './shop-profile.ts'

/** An order for a product through the control server; valid until the next one. */
export type ProductOrder = { isSoldOut?: boolean; priceFactor?: number }

export type ProductLife = {
  isSoldOut: boolean
  /** Relative to the product's initial price. */
  priceFactor: number
  /** Time of the last change to any of this; null = never changed. */
  changedMs: number | null
}

type Habit = { name: string; everyMs: number; chance: number }

/** A product stays the same for such a span; then a new random draw decides. */
const PRICE: Habit = { name: 'price-move', everyMs: 3 * DAY_MS, chance: 0.12 }
const STOCK: Habit = { name: 'stock-out', everyMs: DAY_MS, chance: 0.05 }
const FACTORS = [0.7, 0.8, 0.85, 0.9, 0.95, 1.05, 1.1, 1.2]
const LOOKED_BACK = 12

const BORN: ProductLife = { isSoldOut: false, priceFactor: 1, changedMs: null }

/**
 * The state of a product at a moment: prices move and stock runs out and returns, all determined by
 * the seed.
 */
export function lifeOf(profile: ShopProfile, slot: ProductSlot, nowMs: number): ProductLife {
  const order = profile.orders().get(slot.number)
  const own = profile.plan.isLively ? livelyState(profile, slot, nowMs) : BORN
  return order ? { ...own, ...order, changedMs: nowMs - (nowMs % HOUR_MS) } : own
}

function livelyState(profile: ShopProfile, slot: ProductSlot, nowMs: number): ProductLife {
  const price = spanOf(profile, slot, nowMs, PRICE)
  const stock = spanOf(profile, slot, nowMs, STOCK)
  const changes = [price.changedMs, stock.changedMs].filter((ms) => ms !== null)
  return {
    isSoldOut: stock.throw !== null,
    priceFactor: price.throw === null ? 1 : at(FACTORS, price.throw),
    changedMs: changes.length > 0 ? Math.max(...changes) : null,
  }
}

type Span = { throw: number | null; changedMs: number | null }

/** The span of a habit that contains a moment. A shop's first day has no changes. */
function spanOf(profile: ShopProfile, slot: ProductSlot, nowMs: number, habit: Habit): Span {
  const { key } = profile
  const shiftMs = (hash(key, habit.name, slot.number) % (habit.everyMs / HOUR_MS)) * HOUR_MS
  const quietUntilMs = Math.max(profile.launchedMs + DAY_MS, slot.publishedMs + 6 * HOUR_MS)
  const thrown = (span: number): number | null =>
    span * habit.everyMs + shiftMs < quietUntilMs ||
    fraction(key, habit.name, slot.number, span) >= habit.chance
      ? null
      : hash(key, habit.name, 'throw', slot.number, span)
  const now = Math.floor((nowMs - shiftMs) / habit.everyMs)
  const current = thrown(now)
  for (let span = now; span > now - LOOKED_BACK; span--)
    if (thrown(span) !== thrown(span - 1))
      return { throw: current, changedMs: span * habit.everyMs + shiftMs }
  return { throw: current, changedMs: null }
}

const MOST_TRIED = 300

/** Only young shops remove products, and too few for a visitor to notice. */
export const mayGo = ({ plan, isNew }: ShopProfile): boolean =>
  isNew && plan.isLively && plan.baseCount >= 12 && plan.baseCount <= MOST_TRIED

/** When a merchant removes a product for good; null = never. */
export function goneMs(profile: ShopProfile, number: number): number | null {
  const { key, launchedMs } = profile
  if (!mayGo(profile) || number < 2 || fraction(key, 'goes', number) >= 0.05) return null
  return launchedMs + (1 + (hash(key, 'goes-at', number) % (19 * 24)) / 24) * DAY_MS
}
