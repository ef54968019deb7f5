import { createHostRegistry, type HostOwner, type HostRegistry } from './host-registry.ts'
import { momentIn } from './journal/certificate-moment.ts'
import type { Run, Tick } from './journal/tick.ts'
import { createLruCache } from './lru-cache.ts'
import { brandOf, type Brand } from './shop-platform/brand.ts'
import type { WorldOptions } from './options.ts'
import type { ProductOrder } from './shop-platform/product-life.ts'
import { createProductOrders } from './shop-platform/product-orders.ts'
import { profileOf, type ShopProfile } from './shop-platform/shop-profile.ts'
import type { ShopReference, Side } from './shop-platform/shop-reference.ts'
import { wantedShop, wantedStray, type Wanted } from './shop-platform/one-of-each.ts'
import { strayKindOf, strayTarget, type StrayKind } from './shop-platform/stray-host.ts'

export type WorldState = {
  seed: number
  ticks: readonly Tick[]
  add: (tick: Tick) => void
  lastTick: () => Tick | undefined
  /** Owner of a registered domain. */
  ownerOfDomain: (domain: string) => HostOwner | null
  ownerOfHandle: (handle: string) => HostOwner | null
  profile: (reference: ShopReference) => ShopProfile
  /** Lasts until the world restarts. `number` = the product's number in its shop. */
  orderProduct: (reference: ShopReference, number: number, order: ProductOrder) => void
  /** `name` = for a shop whose tick is not added yet. */
  brand: (reference: ShopReference, name?: string) => Brand
  /** The requested properties of the shop in a world with one of each kind. */
  wanted: (reference: ShopReference) => Wanted | undefined
  strayKind: (ordinal: number) => StrayKind
  chosenName: (reference: ShopReference) => string | undefined
  loggedMs: (reference: ShopReference) => number
  tickOf: (side: Side, ordinal: number) => Tick
  /**
   * Some shops of the same side and about the same time, including the one with this domain; only
   * the domain itself if it is not a shop.
   */
  neighbours: (domain: string) => string[]
  /**
   * All shops with a logged certificate, in the order of their ordinals, without those that lost a
   * name clash.
   */
  shops: () => Generator<ShopReference>
  strays: HostRegistry['strays']
  counts: () => { new: number; old: number; stray: number }
}

const NEIGHBOURS = 12

type Options = Pick<WorldOptions, 'seed' | 'oneOfEach'> &
  Partial<Pick<WorldOptions, 'changesPerDay' | 'eagerShare'>>

export function createWorldState({ seed, oneOfEach, ...merchants }: Options): WorldState {
  const ticks: Tick[] = []
  const registry = createHostRegistry()
  const chosen = new Map<number, string>()
  const profiles = createLruCache<string, ShopProfile>(400)
  const orders = createProductOrders()

  const tickOf = (side: Side, ordinal: number): Tick => findTick(ticks, side, ordinal)
  const loggedMs = ({ side, ordinal }: ShopReference) =>
    momentIn(seed, tickOf(side, ordinal), side, ordinal)
  const chosenName = ({ side, ordinal }: ShopReference): string | undefined =>
    side === 'new' ? chosen.get(ordinal) : undefined
  const { wanted, strayKind } = kindsOf(seed, oneOfEach)
  const brand: WorldState['brand'] = (reference, name = chosenName(reference)) =>
    brandOf(seed, reference, name, wanted(reference)?.country)

  function addStray(tick: Tick, ordinal: number): void {
    const stray = strayKind(ordinal)
    if (stray === 'reissue') return
    const target = strayTarget(seed, ordinal, stray, tick.new[0], tick.old[0])
    registry.register(
      { kind: 'stray', stray, ordinal, target },
      brandOf(seed, { side: 'stray', ordinal }),
    )
  }

  return {
    seed,
    ticks,
    tickOf,
    loggedMs,
    chosenName,
    brand,
    wanted,
    strayKind,
    lastTick: () => ticks.at(-1),
    add(tick) {
      ticks.push(tick)
      for (const [ordinal, name] of Object.entries(tick.chosen ?? {}))
        chosen.set(Number(ordinal), name)
      for (const side of ['new', 'old'] as const)
        for (const ordinal of ordinals(tick[side]))
          registry.register(
            { kind: 'shop', reference: { side, ordinal } },
            brand({ side, ordinal }),
          )
      for (const ordinal of ordinals(tick.stray)) addStray(tick, ordinal)
    },
    ownerOfDomain: registry.ownerOfDomain,
    ownerOfHandle: registry.ownerOfHandle,
    profile: (reference) =>
      profiles.get(`${reference.side}${reference.ordinal}`, () =>
        profileOf(seed, {
          reference,
          loggedMs: loggedMs(reference),
          chosenName: chosenName(reference),
          wanted: wanted(reference),
          ...merchants,
          orders: () => orders.of(reference),
        }),
      ),
    orderProduct: orders.set,
    neighbours: (domain) => {
      const shops = neighboursOf(registry.ownerOfDomain(domain), ticks.at(-1))
      return shops.length > 0 ? shops.map((shop) => brand(shop).domain) : [domain]
    },
    shops: registry.shops,
    strays: registry.strays,
    counts: () => countsOf(ticks.at(-1)),
  }
}

const kindsOf = (seed: number, oneOfEach: boolean): Pick<WorldState, 'wanted' | 'strayKind'> => ({
  wanted: (reference) => (oneOfEach ? wantedShop(reference) : undefined),
  strayKind: (ordinal) =>
    (oneOfEach ? wantedStray(ordinal) : undefined) ?? strayKindOf(seed, ordinal),
})

const countsOf = (last: Tick | undefined) => ({
  new: endOf(last?.new),
  old: endOf(last?.old),
  stray: endOf(last?.stray),
})

const neighboursOf = (owner: HostOwner | null, last: Tick | undefined): ShopReference[] =>
  owner?.kind === 'shop' ? aroundOf(owner.reference, last) : []

function aroundOf({ side, ordinal }: ShopReference, last: Tick | undefined): ShopReference[] {
  const first = ordinal - (ordinal % NEIGHBOURS)
  const end = last ? Math.min(first + NEIGHBOURS, endOf(last[side])) : ordinal + 1
  return Array.from(ordinals([first, end - first]), (each) => ({ side, ordinal: each }))
}

const endOf = (run: Run | undefined): number => (run ? run[0] + run[1] : 0)

export function* ordinals([first, count]: Run): Generator<number> {
  for (let ordinal = first; ordinal < first + count; ordinal++) yield ordinal
}

function findTick(ticks: readonly Tick[], side: Side, ordinal: number): Tick {
  let low = 0
  let high = ticks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ticks[middle]?.[side][0] ?? Infinity) <= ordinal) low = middle
    else high = middle - 1
  }
  const tick = ticks[low]
  if (!tick || ordinal >= tick[side][0] + tick[side][1])
    throw new Error(`no ${side} shop number ${ordinal} yet`)
  return tick
}
