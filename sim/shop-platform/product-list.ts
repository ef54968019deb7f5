import { createLruCache } from '../lru-cache.ts'
import { fraction, hash } from '../random.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { goneMs, mayGo } from './product-life.ts'
import type { ShopProfile } from './shop-profile.ts'

/** A product without its texts: its position in the shop and its dates. */
export type ProductSlot = {
  /** Number in the shop; products added after the launch are numbered from ADDED. */
  number: number
  createdMs: number
  publishedMs: number
  /** Day of the addition (days since 1970), null for the base catalogue. */
  addedDay: number | null
}

export const ADDED = 1_000_000

// A visit reads the same list several times within seconds.
const lists = createLruCache<string, ProductSlot[]>(64)

/** The published products at a moment, most recently published first. */
export function productList(profile: ShopProfile, nowMs: number): ProductSlot[] {
  const minute = Math.floor(nowMs / MINUTE_MS)
  return lists.get(`${profile.key}:${profile.reference.ordinal}:${minute}`, () =>
    listProducts(profile, nowMs),
  )
}

/**
 * The number of products, without listing them. All base products are public once the certificate
 * is logged.
 */
export const productCount = (profile: ShopProfile, nowMs: number): number =>
  profile.plan.baseCount - goneCount(profile, nowMs) + additions(profile, nowMs).length

function listProducts(profile: ShopProfile, nowMs: number): ProductSlot[] {
  const slots: ProductSlot[] = []
  for (let number = 0; number < profile.plan.baseCount; number++)
    if (!isGone(profile, number, nowMs)) slots.push(baseSlot(profile, number))
  for (const slot of additions(profile, nowMs)) slots.push(slot)
  return slots.sort((a, b) => b.publishedMs - a.publishedMs)
}

function isGone(profile: ShopProfile, number: number, nowMs: number): boolean {
  const atMs = goneMs(profile, number)
  return atMs !== null && atMs <= nowMs
}

function goneCount(profile: ShopProfile, nowMs: number): number {
  if (!mayGo(profile)) return 0
  let count = 0
  for (let number = 0; number < profile.plan.baseCount; number++)
    if (isGone(profile, number, nowMs)) count++
  return count
}

function baseSlot({ key, plan, launchedMs }: ShopProfile, number: number): ProductSlot {
  const createdMs = isOldImport(plan.kind, number)
    ? launchedMs - (200 + (hash(key, 'import', number) % 700)) * DAY_MS
    : createdInSessions(key, plan.firstMs, plan.lastMs, number, plan.baseCount)
  const publishedMs =
    plan.publishedTogetherMs === null
      ? publishedAlone(key, number, createdMs)
      : plan.publishedTogetherMs + number * 7 * SECOND_MS
  return {
    number,
    createdMs,
    publishedMs: Math.max(publishedMs, createdMs - 9 * MINUTE_MS),
    addedDay: null,
  }
}

const isOldImport = (kind: string, number: number): boolean =>
  kind === 'fresh_with_old_import' && number < 2

// Merchants add products in a few sessions: products of one session are about a minute apart.
function createdInSessions(
  key: number,
  firstMs: number,
  lastMs: number,
  number: number,
  count: number,
): number {
  const sessions = Math.min(count, 3 + (key % 7))
  const session = Math.floor((number * sessions) / count)
  const startMs = firstMs + ((lastMs - firstMs) * session) / sessions
  const within = number - Math.ceil((session * count) / sessions)
  return Math.floor(
    Math.min(startMs + within * (40 + (hash(key, session) % 90)) * SECOND_MS, lastMs),
  )
}

const publishedAlone = (key: number, number: number, createdMs: number): number =>
  fraction(key, 'published', number) < 0.1
    ? createdMs - 8 * MINUTE_MS
    : createdMs + (hash(key, 'wait', number) % 240) * SECOND_MS

function additions({ key, plan }: ShopProfile, nowMs: number): ProductSlot[] {
  if (plan.additionChance === 0) return []
  const slots: ProductSlot[] = []
  const today = Math.floor(nowMs / DAY_MS)
  const first = Math.max(Math.floor(plan.additionsFromMs / DAY_MS), today - 120)
  for (let day = first; day <= today; day++) {
    if (fraction(key, 'adds', day) >= plan.additionChance) continue
    const createdMs = day * DAY_MS + Math.floor(fraction(key, 'adds-at', day) * DAY_MS)
    const publishedMs = createdMs + 4 * MINUTE_MS
    if (publishedMs <= nowMs)
      slots.push({ number: ADDED + day, createdMs, publishedMs, addedDay: day })
  }
  return slots
}
