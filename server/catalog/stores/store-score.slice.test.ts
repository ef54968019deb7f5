import { beforeEach, describe, expect, test } from 'vitest'
import {
  DEFAULT_PROFILE,
  type ScoreProfile,
  writeProfile,
} from '#contracts/catalog/score-profile.ts'
import { getStoreScore } from '#contracts/catalog/score.ts'
import type { listStores } from '#contracts/catalog/stores.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import {
  changeStore,
  emptyTables,
  insertStore,
  insertStores,
  removeStore,
} from '#testing/factories.ts'
import { codeOf, sendAs, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { scoreStores } from './store-score.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PRO_USER')
const { exported, someone } = createExportCalls(() => app)
beforeEach(async () => {
  await emptyTables(app.ctx, 'stores')
  app.ctx.clock.set('2026-03-10T12:00:00.000Z')
})

type Page = ResponseOf<typeof listStores>
async function list(query: Record<string, string>): Promise<Page> {
  const answer = await send({ url: '/api/stores', query })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

const idsOf = ({ content }: Page) => content.map(({ id }) => id)
const byAge: ScoreProfile = { factors: [{ kind: 'launchAge', weight: 100, fullDays: 0 }] }
const byCountry: ScoreProfile = {
  factors: [
    { kind: 'country', weight: 60, all: ['DE'], half: ['FR'] },
    { kind: 'catalogueSize', weight: 40, from: 10, to: 100 },
  ],
}
const profile = writeProfile(byCountry)
const highest = { sortBy: 'score', sortDirection: 'DESC', profile }

/** By `byCountry`: 100, 50, 40 and 0 points; the last two are known in parts. */
const insertScored = () =>
  insertStores(app.ctx.db, [
    { country: 'DE', product_count: 12 },
    { country: 'FR', product_count: 5 },
    { country: null, product_count: 30 },
    { country: 'US', product_count: null },
  ])

describe('the list', () => {
  test('is sorted by points, and says the score of each row', async () => {
    const [first, second, third, fourth] = await insertScored()
    const page = await list(highest)
    expect(idsOf(page)).toEqual([first, second, third, fourth])
    expect(page.scores).toEqual([
      { id: first, points: 100, known: 100 },
      { id: second, points: 50, known: 100 },
      { id: third, points: 40, known: 40 },
      { id: fourth, points: 0, known: 60 },
    ])
    const upwards = await list({ ...highest, sortDirection: 'ASC' })
    expect(idsOf(upwards)).toEqual([fourth, third, second, first])
  })

  test('says scores in any order when asked, by the default where no profile is named', async () => {
    const id = await insertStore(app.ctx.db, { launch_day: '2026-03-10', status: 'OPEN' })
    expect((await list({})).scores).toBeUndefined()
    expect((await list({ withScores: 'no' })).scores).toBeUndefined()
    const { scores } = await list({ withScores: 'yes' })
    const named = await list({ withScores: 'yes', profile: writeProfile(DEFAULT_PROFILE) })
    expect(named.scores).toEqual(scores)
    expect(scores?.map((one) => one.id)).toEqual([id])
    expect(scores?.[0]?.points).toBeGreaterThanOrEqual(25)
  })

  test('says what each factor gave when asked, as the score of one store does', async () => {
    await insertScored()
    const { scores = [] } = await list({ ...highest, withScores: 'factors' })
    expect(scores).toHaveLength(4)
    for (const { id, ...score } of scores)
      expect(score).toEqual(
        (await send({ url: `/api/stores/${id}/score`, query: { profile } })).json(),
      )
  })

  test('is filtered by points, and counts the bands', async () => {
    const [first, second, third] = await insertScored()
    expect(idsOf(await list({ ...highest, score: '40..' }))).toEqual([first, second, third])
    expect(idsOf(await list({ ...highest, score: '-40..49,-100..' })).length).toBe(2)
    expect(idsOf(await list({ ...highest, score: 'unknown' }))).toEqual([])
    const facets = await send({ url: '/api/stores/facets', query: { profile, groups: 'score' } })
    expect(facets.json().facets[0].options).toEqual([
      { value: '0..39', label: null, count: 1 },
      { value: '40..59', label: null, count: 2 },
      { value: '60..79', label: null, count: 0 },
      { value: '80..100', label: null, count: 1 },
    ])
  })

  test('has the new points of a store that changed', async () => {
    const [first, second] = await insertScored()
    expect(idsOf(await list(highest))[0]).toBe(first)
    await changeStore(app.ctx.db, first, { country: 'US' })
    const page = await list(highest)
    expect(idsOf(page)[0]).toBe(second)
    expect(page.scores).toContainEqual({ id: first, points: 40, known: 100 })
  })

  test('counts the days since a launch by the UTC day', async () => {
    const id = await insertStore(app.ctx.db, { launch_day: '2026-03-09' })
    const asked = { withScores: 'yes', profile: writeProfile(byAge) }
    const at = async (time: string) => {
      app.ctx.clock.set(time)
      return (await list(asked)).scores
    }
    expect(await at('2026-03-09T23:59:59.999Z')).toEqual([{ id, points: 100, known: 100 }])
    expect(await at('2026-03-10T00:00:00.000Z')).toEqual([{ id, points: 90, known: 100 }])
  })

  test('continues over midnight by the ages of its first page', async () => {
    const ages = Array.from({ length: 9 }, (_, at) => ({ launch_day: `2026-03-0${9 - at}` }))
    const stores = await insertStores(app.ctx.db, ages)
    const asked = { sortBy: 'score', profile: writeProfile(byAge), size: '5' }
    app.ctx.clock.set('2026-03-09T23:59:59.000Z')
    const first = await list(asked)
    app.ctx.clock.set('2026-03-10T00:00:01.000Z')
    const second = await list({ ...asked, cursor: first.nextCursor ?? '' })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(stores)
  })

  test('refuses an invalid profile, and the cursor of another profile', async () => {
    await insertScored()
    const next = { ...highest, cursor: (await list({ ...highest, size: '2' })).nextCursor ?? '' }
    const refusal = async (query: Record<string, string>) =>
      codeOf(await send({ url: '/api/stores', query }))
    const invalid = [400, 'invalid_request']
    expect(await refusal({ profile: 'alive.99' })).toEqual(invalid)
    expect(await refusal({ ...next, profile: 'alive.100' })).toEqual(invalid)
    expect((await list(next)).content).toHaveLength(2)
  })
})

describe('the score of one store', () => {
  test('names each factor with its value and its points', async () => {
    const id = await insertStore(app.ctx.db, {
      slug: 'scored-shop',
      country: 'FR',
      product_count: null,
      theme_name: 'Dawn 15.0',
      apps: JSON.stringify([{ handle: 'loox', name: 'Loox', source: 'script_tag', sources: [] }]),
    })
    const asked: ScoreProfile = {
      factors: [
        { kind: 'country', weight: 41, all: ['DE'], half: ['FR'] },
        { kind: 'catalogueSize', weight: 20, from: 10, to: null },
        { kind: 'hasApp', weight: 19, apps: ['judge-me', 'loox'] },
        { kind: 'theme', weight: 20, themes: ['dawn'] },
      ],
    }
    const query = { profile: writeProfile(asked) }
    const answer = await send({ url: `/api/stores/${id}/score`, query })
    expect(getStoreScore.response.parse(answer.json())).toEqual({
      points: 60,
      known: 80,
      factors: [
        { kind: 'country', weight: 41, points: 21, value: 'FR' },
        { kind: 'catalogueSize', weight: 20, points: null, value: null },
        { kind: 'hasApp', weight: 19, points: 19, value: ['loox'] },
        { kind: 'theme', weight: 20, points: 20, value: 'dawn' },
      ],
    })
    expect((await send({ url: '/api/stores/scored-shop/score', query })).json()).toEqual(
      answer.json(),
    )
  })

  test('is refused for a store that does not exist, and by an invalid profile', async () => {
    const path = `/api/stores/${await insertStore(app.ctx.db)}/score`
    expect(codeOf(await send('/api/stores/999999999/score'))).toEqual([404, 'not_found'])
    expect(codeOf(await send(`${path}?profile=luck.100`))).toEqual([400, 'invalid_request'])
  })
})

test('other domains score many stores at once; an erased store has no score', async () => {
  const [first, second, gone] = await insertScored()
  await removeStore(app.ctx.db, gone)
  const scores = await scoreStores(app.ctx, [second, gone, first], byCountry)
  expect(new Map(scores)).toEqual(
    new Map([
      [second, { points: 50, known: 100 }],
      [first, { points: 100, known: 100 }],
    ]),
  )
})

test('a file says the score by the profile of the query, and how much of it is known', async () => {
  const { send } = await someone('PLUS_USER')
  const day = '2026-01-17'
  const [, second] = await insertStores(app.ctx.db, [
    { found_at: `${day}T10:00:00Z`, country: null, name: 'Unknown' },
    { found_at: `${day}T11:00:00Z`, country: 'FR', name: 'Half' },
    { found_at: `${day}T09:00:00Z`, country: 'DE', name: 'Whole' },
  ])
  const query = { date: day, sortBy: 'score', profile: 'country.70.DE.-.FR*alive.30' }
  const columns = ['name', 'score', 'scoreKnown']
  expect(await exported(send, { columns, query })).toEqual([
    ['Whole', '100', '100'],
    ['Half', '65', '100'],
    ['Unknown', '30', '30'],
  ])
  const ticked = { columns, query, storeIds: [second] }
  expect(await exported(send, ticked)).toEqual([['Half', '65', '100']])
})
