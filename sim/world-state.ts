import { momentIn } from './journal/certificate-moment.ts'
import type { Run, Tick } from './journal/tick.ts'
import { createLruCache } from './lru-cache.ts'
import { brandOf, type Brand } from './shop-platform/brand.ts'
import { profileOf, type ShopProfile } from './shop-platform/shop-profile.ts'
import type { ShopReference, Side } from './shop-platform/shop-reference.ts'
import { strayKindOf, strayTarget, type StrayKind } from './shop-platform/stray-host.ts'

/** Who answers for a host, apart from its prefix (`www.`, `shop.`, `account.`). */
export type HostOwner =
  | { kind: 'shop'; reference: ShopReference }
  | { kind: 'stray'; stray: Exclude<StrayKind, 'reissue'>; ordinal: number; target: ShopReference | null }

export type WorldState = {
  seed: number
  ticks: readonly Tick[]
  add: (tick: Tick) => void
  lastTick: () => Tick | undefined
  /** Owner of a registered domain. */
  ownerOfDomain: (domain: string) => HostOwner | null
  ownerOfHandle: (handle: string) => HostOwner | null
  profile: (reference: ShopReference) => ShopProfile
  brand: (reference: ShopReference) => Brand
  chosenName: (reference: ShopReference) => string | undefined
  loggedMs: (reference: ShopReference) => number
  tickOf: (side: Side, ordinal: number) => Tick
  /** All shops whose certificate is logged, in the order of their ordinals, without those whose name was taken. */
  shops: () => Generator<ShopReference>
  counts: () => { new: number; old: number; stray: number }
}

export function createWorldState(seed: number): WorldState {
  const ticks: Tick[] = []
  const domains = new Map<string, HostOwner>()
  const handles = new Map<string, HostOwner>()
  const chosen = new Map<number, string>()
  const profiles = createLruCache<string, ShopProfile>(400)

  const tickOf = (side: Side, ordinal: number): Tick => findTick(ticks, side, ordinal)
  const loggedMs = ({ side, ordinal }: ShopReference): number =>
    momentIn(seed, tickOf(side, ordinal), side, ordinal)
  const chosenName = ({ side, ordinal }: ShopReference): string | undefined =>
    side === 'new' ? chosen.get(ordinal) : undefined
  const brand = (reference: ShopReference): Brand => brandOf(seed, reference, chosenName(reference))

  function register(owner: HostOwner, { domain, handle }: Brand): void {
    // A rare clash of names: the first one keeps the domain, the second is never reached.
    if (domains.has(domain)) return
    domains.set(domain, owner)
    if (owner.kind === 'shop') handles.set(handle, owner)
  }

  function addStray(tick: Tick, ordinal: number): void {
    const stray = strayKindOf(seed, ordinal)
    if (stray === 'reissue') return
    const target = strayTarget(seed, ordinal, stray, tick.new[0], tick.old[0])
    register({ kind: 'stray', stray, ordinal, target }, brandOf(seed, { side: 'stray', ordinal }))
  }

  return {
    seed,
    ticks,
    tickOf,
    loggedMs,
    chosenName,
    brand,
    lastTick: () => ticks.at(-1),
    add(tick) {
      ticks.push(tick)
      for (const [ordinal, name] of Object.entries(tick.chosen ?? {})) chosen.set(Number(ordinal), name)
      for (const side of ['new', 'old'] as const)
        for (const ordinal of ordinals(tick[side]))
          register({ kind: 'shop', reference: { side, ordinal } }, brand({ side, ordinal }))
      for (const ordinal of ordinals(tick.stray)) addStray(tick, ordinal)
    },
    ownerOfDomain: (domain) => domains.get(domain) ?? null,
    ownerOfHandle: (handle) => handles.get(handle) ?? null,
    profile: (reference) =>
      profiles.get(`${reference.side}${reference.ordinal}`, () =>
        profileOf(seed, { reference, loggedMs: loggedMs(reference), chosenName: chosenName(reference) }),
      ),
    *shops() {
      for (const owner of domains.values()) if (owner.kind === 'shop') yield owner.reference
    },
    counts() {
      const last = ticks.at(-1)
      const total = (run: Run | undefined): number => (run ? run[0] + run[1] : 0)
      return { new: total(last?.new), old: total(last?.old), stray: total(last?.stray) }
    },
  }
}

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
