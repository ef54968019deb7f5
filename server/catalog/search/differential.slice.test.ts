import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE, writeProfile } from '#contracts/catalog/score-profile.ts'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import {
  type FilterChoice,
  type FilterKey,
  filterKeys,
  NO_CHOICE,
} from '#contracts/catalog/store-filters.ts'
import type { StoreScore } from '#contracts/catalog/score.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { addressOf, checkAnswer, type Get, type Page } from '#testing/differential/check-answer.ts'
import { LAST_DAY } from '#testing/differential/filtered-columns.ts'
import { createStoreMaker, insertMade, type MadeStore } from '#testing/differential/make-stores.ts'
import { MADE_WORDS, questions, valuesOf } from '#testing/differential/questions.ts'
import {
  type Asked,
  findStores,
  inOrder,
  type Person,
  scoreOf,
} from '#testing/differential/read-stores.ts'
import { profilesOf } from '#testing/make-profiles.ts'
import { markStores } from '#testing/differential/mark-stores.ts'
import { changeUser } from '#testing/factories.ts'
import { isFullRun } from '#testing/full-run.ts'
import { createRandom, pick, whole } from '#testing/random.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

/**
 * Compares the list, its counts, calendar and counters with a plain read of every store. We trust
 * the index in memory because of this test.
 */
const STORES = isFullRun ? 10_000 : 5_000
const COMBINATIONS = isFullRun ? 160 : 40
/** Values of a filter: half of them its first ones, the others picked. */
const VALUES = isFullRun ? 8 : 2
const SCORE_PROFILES = isFullRun ? [1, 2, 3] : [1]
const SINCE = '2026-02-20T10:00:00.000Z'
const EVERYTHING: Asked = { days: null, scope: 'all', choices: {} }

let get: Get
let makeStore: Awaited<ReturnType<typeof createStoreMaker>>
let stores: MadeStore[]
let person: Person
const random = createRandom(20_260_309)

const app = sharedByTests(startTestApp)
beforeAll(async () => {
  const { send, userId } = await app.as('PLUS_USER')
  get = async (path, query) => {
    const answer = await send(`${path}?${new URLSearchParams(query)}`)
    if (answer.statusCode !== 200)
      throw new Error(`${path} ${JSON.stringify(query)}: ${answer.body}`)
    return answer.json() as never
  }
  makeStore = await createStoreMaker(app.ctx.db)
  stores = Array.from({ length: STORES }, (_, at) => makeStore(random, at + 1))
  await insertMade(app.ctx.db, stores)
  // Built before any test waits for an answer, however slow the machine is.
  while ((await app.ctx.storeSearch.find(EVERYTHING)).asOf !== null);
  const { db } = app.ctx
  person = {
    marks: await markStores(db, { userId, stores, random }),
    since: SINCE,
    profile: DEFAULT_PROFILE,
    today: dayOf(app.ctx.now()),
  }
  const now = app.ctx.now()
  await changeUser(db, userId, { stayed_until: now, previous_stay_until: SINCE })
})

const list = (asked: Asked, more: Record<string, string> = {}): Promise<Page> =>
  get('/api/stores', { ...addressOf(asked), ...more })
const totalOf = async (asked: Asked) => (await list(asked, { size: '1' })).totalElements

async function* walk(asked: Asked, more: Record<string, string>): AsyncGenerator<Page> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await list(asked, { ...more, size: '100', ...(cursor && { cursor }) })
    yield page
    cursor = page.nextCursor
  }
}

const idsOf = ({ content }: Page) => content.map(({ id }) => id)
const expected = (asked: Asked, as = person) => findStores(stores, asked, as)

const asking = (key: FilterKey, choice: Partial<FilterChoice>): Asked => ({
  ...EVERYTHING,
  choices: { [key]: { ...NO_CHOICE, ...choice } },
})

test.each(filterKeys.filter((key) => key !== 'q'))(
  '%s: included, excluded and unknown values partition all stores',
  async (key) => {
    const unknown = await totalOf(asking(key, { unknown: true }))
    expect(unknown).toBe(expected(asking(key, { unknown: true })).length)
    const values = valuesOf(key, stores, person)
    const looked =
      values.length <= VALUES
        ? values
        : [
            ...values.slice(0, VALUES / 2),
            ...Array.from({ length: VALUES / 2 }, () => pick(random, values.slice(VALUES / 2))),
          ]
    for (const value of looked) {
      const [included, excluded] = [
        asking(key, { include: [value] }),
        asking(key, { exclude: [value] }),
      ]
      const totals = [await totalOf(included), await totalOf(excluded), unknown]
      expect([value, ...totals]).toEqual([
        value,
        expected(included).length,
        expected(excluded).length,
        unknown,
      ])
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(
        key === 'hidden' ? STORES : expected(EVERYTHING).length,
      )
    }
    const [some, other] = [pick(random, values), pick(random, values)]
    for (const choice of [
      { include: [some, other] },
      { include: values.slice(0, 3), exclude: [other], unknown: true },
    ]) {
      const several = asking(key, choice)
      expect([choice, await totalOf(several)]).toEqual([choice, expected(several).length])
    }
  },
)

test('a text finds the stores that hold its words', async () => {
  for (const text of valuesOf('q', stores, person)) {
    const asked = asking('q', { include: [text] })
    expect([text, await totalOf(asked)]).toEqual([text, expected(asked).length])
  }
})

test.each([1, 2, 3, 4])(
  'combinations of dates, filters and order match a brute-force scan of the stores: %i',
  (seed) => checkQuestions(COMBINATIONS / 4, seed),
)

const checkQuestions = (numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(questions(stores, person), (question) =>
      checkAnswer({ get, stores, person }, question),
    ),
    { numRuns, seed },
  )

describe('every order', () => {
  const orders = StoreSort.options.flatMap((sortBy) =>
    (['ASC', 'DESC'] as const).map((sortDirection) => ({ sortBy, sortDirection })),
  )

  test.each(orders)(
    '$sortBy $sortDirection holds on near and far pages',
    async ({ sortBy, sortDirection }) => {
      const all = inOrder(expected(EVERYTHING), { sortBy, sortDirection }, person)
      for (const page of [0, 19, Math.floor(all.length / 150), Math.floor(all.length / 100), 100]) {
        const answer = await list(EVERYTHING, {
          sortBy,
          sortDirection,
          size: '100',
          page: String(page),
        })
        expect(idsOf(answer)).toEqual(all.slice(page * 100, page * 100 + 100))
      }
    },
  )

  test.each(orders)(
    'a cursor walk by $sortBy $sortDirection meets every store once',
    async ({ sortBy, sortDirection }) => {
      const asked = asking('category', { include: ['shoes', 'pets'] })
      const met: number[] = []
      for await (const page of walk(asked, { sortBy, sortDirection })) met.push(...idsOf(page))
      expect(met).toEqual(inOrder(expected(asked), { sortBy, sortDirection }, person))
    },
  )
})

test.each(SCORE_PROFILES)(
  'every store has the score that a brute-force reading of its factors gives: profile %i',
  async (seed) => {
    const profile = fc.sample(profilesOf(MADE_WORDS), { seed, numRuns: 1 })[0] ?? DEFAULT_PROFILE
    const as = { ...person, profile }
    const scores: Page['scores'] = []
    const order = { sortBy: 'score', sortDirection: 'DESC' } as const
    for await (const page of walk(EVERYTHING, { ...order, profile: writeProfile(profile) }))
      scores.push(...(page.scores ?? []))
    const byId = new Map(stores.map((store) => [store.id, store]))
    const wanted = inOrder(expected(EVERYTHING), order, as).flatMap((id) => {
      const store = byId.get(id as StoreId)
      return store ? [{ id, ...scoreOf(store, as) }] : []
    })
    expect(scores).toEqual(wanted)
  },
)

test('the call for one store gives the same score, factor by factor', async () => {
  for (const profile of fc.sample(profilesOf(MADE_WORDS), { seed: 4, numRuns: 40 })) {
    const store = pick(random, stores)
    const score: StoreScore = await get(`/api/stores/${store.id}/score`, {
      profile: writeProfile(profile),
    })
    expect({ points: score.points, known: score.known }).toEqual(
      scoreOf(store, { ...person, profile }),
    )
    const known = score.factors.filter(({ points }) => points !== null)
    expect(score.factors.map(({ kind, weight }) => ({ kind, weight }))).toEqual(
      profile.factors.map(({ kind, weight }) => ({ kind, weight })),
    )
    expect(score.factors.reduce((sum, { points }) => sum + (points ?? 0), 0)).toBe(score.points)
    expect(known.reduce((sum, { weight }) => sum + weight, 0)).toBe(score.known)
  }
})

test('the public counters match the list', async () => {
  for (const back of [0, 1, 7, 30, 100]) {
    const days = { from: addDays(LAST_DAY, -back), to: LAST_DAY }
    // They are of no account, which would hide stores.
    const hidden = { ...NO_CHOICE, include: ['yes', 'no'] }
    const email = { ...NO_CHOICE, include: ['yes'] }
    const asked: Asked = { days, scope: 'new', choices: { hidden } }
    const leads: Asked = { ...asked, choices: { hidden, email } }
    const stats: { totalStores: number; storesWithEmail: number } = await get('/api/public/stats', {
      dateRangeFrom: days.from,
      dateRangeTo: days.to,
    })
    expect([stats.totalStores, stats.storesWithEmail]).toEqual([
      await totalOf(asked),
      await totalOf(leads),
    ])
    expect(stats).toMatchObject({
      totalStores: expected(asked).length,
      storesWithEmail: expected(leads).length,
    })
  }
})

test('changed, added and deleted stores show in later answers', async () => {
  const { db } = app.ctx
  const changed = new Map(
    Array.from({ length: 300 }, () => 1 + whole(random, STORES)).map((id) => [
      id,
      makeStore(random, id),
    ]),
  )
  const gone = new Set(Array.from({ length: 60 }, () => (1 + whole(random, STORES)) as StoreId))
  const added = Array.from({ length: 80 }, (_, at) => makeStore(random, STORES + 1 + at))
  await db
    .deleteFrom('stores')
    .where('id', 'in', [...gone])
    .execute()
  await changeMade([...changed.values()])
  await insertMade(db, added)
  stores = [
    ...stores.map((store) => changed.get(store.id) ?? store).filter(({ id }) => !gone.has(id)),
    ...added,
  ]
  // An engine beside the database may follow it a moment later, and says so in its answer.
  await expect.poll(() => totalOf(EVERYTHING)).toBe(expected(EVERYTHING).length)
  await checkQuestions(20, 6)
})

/** In one statement, every column but the number. */
async function changeMade(made: readonly MadeStore[]): Promise<void> {
  const columns = Object.keys(made[0] ?? {}).filter((name) => name !== 'id')
  const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = made.${sql.ref(name)}`))
  await sql`update stores set ${set} from jsonb_populate_recordset(null::stores, ${JSON.stringify(made)}::jsonb) as made where made.id = stores.id`.execute(
    app.ctx.db,
  )
}
