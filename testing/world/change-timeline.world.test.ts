import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreEventKind } from '#contracts/catalog/timeline.ts'
import type { Truth } from '#sim/control/truth.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { openOddWorld } from './odd-world.ts'

/** Shops that their merchants change several times a day, and some of which close. */
const LIVELY = {
  seed: 29,
  stores: 36,
  days: 2,
  oldPerNew: 0,
  entriesPerHour: 4,
  launchEveryMs: 0,
  tickEveryMs: 3_600_000,
  headCachedMs: 0,
  logMishapShare: 0,
  changesPerDay: 4,
}
const DAYS_BETWEEN_ROUNDS = [2, 5, 5, 5]
/**
 * Further rounds follow while one of the kinds is missing: which merchant does what depends on the
 * day of the run.
 */
const MIN_ROUNDS = 2
const KINDS: readonly StoreEventKind[] = [
  'app_added',
  'app_removed',
  'closed',
  'pixel_added',
  'theme_changed',
  'theme_updated',
]
/** A change so shortly before a round may fall between the visit and our reading of the truth. */
const UNSURE_MS = 15 * 60_000

const lively = sharedByTests(() => openOddWorld(LIVELY))

type Reading = {
  truth: Truth
  isSure: boolean
}

type Round = {
  /** By domain, the truth of the last round that visited the shop. */
  readings: Map<string, Reading>
  checkedAt: Map<string, number>
  lastEvent: number
}

async function readRound(before?: Round): Promise<Round> {
  const { db } = lively.ctx
  const stores = await db.selectFrom('stores').select(['domain', 'last_checked_at']).execute()
  const { last } = await db
    .selectFrom('store_events')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const checkedAt = new Map(
    stores.map((store) => [bare(store.domain), store.last_checked_at.getTime()]),
  )
  const visited = [...lively.sim.world.truths()].filter(
    ({ domain }) => checkedAt.get(domain) !== before?.checkedAt.get(domain),
  )
  const readings = new Map([
    ...(before?.readings ?? []),
    ...visited.map((truth) => [truth.domain, { truth, isSure: isQuiet(truth) }] as const),
  ])
  return { readings, checkedAt, lastEvent: Number(last) }
}

function isQuiet({ changes, opensAt }: Truth): boolean {
  const nowMs = Date.now() + aheadMs
  const last = [changes.at(-1)?.at, opensAt].map((at) => (at ? nowMs - Date.parse(at) : Number.NaN))
  return !last.some((agoMs) => agoMs > 0 && agoMs < UNSURE_MS)
}

const bare = (domain: string): string => domain.replace(/^www\./, '')

function eventsBetween(before: Truth, after: Truth): StoreEventKind[] {
  if (after.kind === 'closed') return ['closed']
  const theme = themeEvents(before, after)
  if (before.kind === 'protected') return after.kind === 'open' ? ['opened', ...theme] : theme
  return [
    ...theme,
    ...after.pixels
      .filter((pixel) => !before.pixels.includes(pixel))
      .map(() => 'pixel_added' as const),
    ...(before.email === null && after.email !== null ? ['contact_added' as const] : []),
    ...after.socials
      .filter((url) => !before.socials.includes(url))
      .map(() => 'social_added' as const),
    ...after.apps.filter((app) => !before.apps.includes(app)).map(() => 'app_added' as const),
    ...before.apps.filter((app) => !after.apps.includes(app)).map(() => 'app_removed' as const),
  ]
}

/** Older pages print only the merchant's label. */
const shownTheme = ({ theme, themeLabel, themeVersion }: Truth): string =>
  themeVersion === null ? themeLabel : theme

function themeEvents(before: Truth, after: Truth): StoreEventKind[] {
  if (shownTheme(before) !== shownTheme(after)) return ['theme_changed']
  return before.themeVersion === after.themeVersion ? [] : ['theme_updated']
}

/**
 * Of the shops that both rounds visited while nothing changed, expected and recorded events by
 * domain.
 */
async function compareRounds(before: Round, after: Round) {
  const rows = await lively.ctx.db
    .selectFrom('store_events')
    .innerJoin('stores', 'stores.id', 'store_events.store_id')
    .select(['stores.domain', 'store_events.kind'])
    .where('store_events.id', '>', before.lastEvent)
    .execute()
  const isVisited = (domain: string) =>
    before.checkedAt.has(domain) && before.checkedAt.get(domain) !== after.checkedAt.get(domain)
  return [...after.readings].flatMap(([domain, later]) => {
    const earlier = before.readings.get(domain)
    // Behind a closed shop's page nothing could be read.
    if (!earlier?.isSure || !later.isSure || earlier.truth.kind === 'closed' || !isVisited(domain))
      return []
    const expected = eventsBetween(earlier.truth, later.truth)
    const found = rows.filter((row) => bare(row.domain) === domain).map(({ kind }) => kind)
    return [{ domain, expected: expected.toSorted(), found: found.toSorted() }]
  })
}

let aheadMs = 0

test('every change that merchants made between two visits is an event, and nothing else is', async () => {
  await lively.start()
  await lively.settle()
  let before = await readRound()
  const seen = new Set<StoreEventKind>()
  let compared = 0
  for (const [round, days] of DAYS_BETWEEN_ROUNDS.entries()) {
    if (round >= MIN_ROUNDS && KINDS.every((kind) => seen.has(kind))) break
    lively.pass(days * DAY_MS)
    aheadMs += days * DAY_MS
    await lively.settle()
    const after = await readRound(before)
    const shops = await compareRounds(before, after)
    expect(shops.filter(({ expected, found }) => expected.join() !== found.join())).toEqual([])
    for (const { found } of shops) for (const kind of found) seen.add(kind)
    compared += shops.length
    before = after
  }
  expect(compared).toBeGreaterThan(30)
  expect([...seen]).toEqual(expect.arrayContaining([...KINDS]))
}, 900_000)
