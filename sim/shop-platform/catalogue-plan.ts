import { fraction, randomFor, weighted, type Random } from '../random.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { Wanted } from './one-of-each.ts'
import type { ShopDates } from './shop-profile.ts'

export type CatalogueKind =
  | 'fresh'
  | 'empty'
  | 'fresh_with_old_import'
  | 'grown'
  | 'republished'
  | 'replaced'

/** How a shop's catalogue was built; its products are derived from this. */
export type CataloguePlan = {
  kind: CatalogueKind
  baseCount: number
  /** The base products were created in this interval. */
  firstMs: number
  lastMs: number
  /**
   * Start of a joint publication of all base products, some seconds apart; null = each was
   * published when it was created.
   */
  publishedTogetherMs: number | null
  /** Share of products taken from the wholesale list. */
  wholesaleShare: number
  /** Chance of a new product on any day after the launch. */
  additionChance: number
  /** First day (UTC midnight, ms) on which products may be added. */
  additionsFromMs: number
  /** Whether prices, stock and the list itself change. */
  isLively: boolean
}

const NEW_KINDS = [
  ['fresh', 885],
  ['empty', 60],
  ['fresh_with_old_import', 55],
] as const
const OLD_KINDS = [
  ['grown', 870],
  ['republished', 70],
  ['replaced', 45],
  ['empty', 15],
] as const

type Maker = {
  isNew: boolean
  /** Launched by name for a test: has some products, all of them new. */
  isChosen: boolean
  wanted?: Wanted | undefined
}

export function planFor(
  seed: number,
  key: number,
  { isNew, isChosen, wanted }: Maker,
  dates: ShopDates,
  loggedMs: number,
): CataloguePlan {
  const random = randomFor(seed, 'plan', key)
  const thrown = weighted<CatalogueKind>(isNew ? NEW_KINDS : OLD_KINDS, random.next())
  const kind = isChosen
    ? 'fresh'
    : wanted
      ? (wanted.catalogue ?? (isNew ? 'fresh' : 'grown'))
      : thrown
  const isReseller = random.chance(isNew ? 0.38 : 0.2)
  const firstAdditionMs = isNew ? dates.launchedMs : loggedMs - 60 * DAY_MS
  return {
    kind,
    baseCount: baseCountOf(random, kind, { isNew, isChosen, wanted }),
    ...createdBetween(random, kind, dates, loggedMs),
    publishedTogetherMs: publishedTogether(random, kind, dates, loggedMs),
    wholesaleShare: isReseller ? random.between(0.5, 1) : random.chance(0.3) ? 0.15 : 0,
    additionChance: kind === 'empty' ? 0 : additionChance(random, isNew),
    additionsFromMs: Math.ceil(firstAdditionMs / DAY_MS) * DAY_MS,
    isLively: !isChosen && fraction(key, 'lively') < 0.65,
  }
}

function additionChance(random: Random, isNew: boolean): number {
  if (isNew) return random.chance(0.55) ? random.between(0.1, 0.7) : 0
  return random.chance(0.2) ? 0.03 : 0
}

// Minimum number of products for two imported ones: in a smaller shop they would make it look old.
const WITH_IMPORTS_AT_LEAST = 8

function baseCountOf(
  random: Random,
  kind: CatalogueKind,
  { isNew, isChosen, wanted }: Maker,
): number {
  if (wanted?.baseCount !== undefined) return wanted.baseCount
  if (kind === 'empty') return 0
  const count = countOf(random, isNew)
  if (kind === 'fresh_with_old_import') return Math.max(WITH_IMPORTS_AT_LEAST, count)
  return isChosen ? count + 3 : count
}

/** More than the platform's list shows. */
const NEARLY_ALL = 25_400

function countOf(random: Random, isNew: boolean): number {
  const share = random.next()
  if (share > (isNew ? 0.9985 : 0.9993)) return isNew ? NEARLY_ALL : 26_000
  if (isNew && share > 0.9955) return random.int(1_000, 3_000)
  if (share > (isNew ? 0.991 : 0.98)) return random.int(300, 1200)
  if (share > (isNew ? 0.96 : 0.9)) return random.int(60, 240)
  if (isNew && share < 0.012) return 1
  return Math.round((isNew ? 2 : 4) + random.next() ** 2 * (isNew ? 34 : 60))
}

function createdBetween(
  random: Random,
  kind: CatalogueKind,
  { createdMs, launchedMs }: ShopDates,
  loggedMs: number,
) {
  if (kind === 'replaced')
    return {
      firstMs: loggedMs - random.between(8, 26) * DAY_MS,
      lastMs: loggedMs - random.between(0.2, 5) * DAY_MS,
    }
  const isFresh =
    kind === 'fresh' ||
    kind === 'fresh_with_old_import' ||
    (kind === 'empty' && loggedMs - createdMs < 60 * DAY_MS)
  if (isFresh) {
    const span = launchedMs - createdMs
    return { firstMs: createdMs + 0.1 * span, lastMs: createdMs + 0.8 * span }
  }
  const lastPossibleMs = loggedMs - random.between(20, 320) * DAY_MS
  return {
    firstMs: createdMs + random.between(0.5, 20) * DAY_MS,
    lastMs: Math.max(lastPossibleMs, createdMs + 30 * DAY_MS),
  }
}

function publishedTogether(
  random: Random,
  kind: CatalogueKind,
  { createdMs, launchedMs }: ShopDates,
  loggedMs: number,
): number | null {
  if (kind === 'republished') return loggedMs - random.between(0.5, 20) * DAY_MS
  if (kind === 'grown' || kind === 'replaced') return null
  const isTogether = random.chance(0.6) && launchedMs - createdMs > 8 * HOUR_MS
  return isTogether ? launchedMs - 1.5 * HOUR_MS : null
}
