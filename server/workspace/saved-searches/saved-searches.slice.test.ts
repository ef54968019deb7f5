import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contracts/accounts/auth.ts'
import {
  type FilterKey,
  filterKeys,
  type FilterRule,
  MAX_LIST_QUERY,
  storeFilters,
  writeSpan,
} from '#contracts/catalog/store-filters.ts'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import type { SavedSearch, SearchValues } from '#contracts/workspace/saved-searches.ts'
import type { CatalogContext, StoreQuery } from '#server/catalog/api.ts'
import { overloaded } from '#server/platform/errors.ts'
import { changeUser, emptyTables, insertStore, insertStores } from '#testing/factories.ts'
import { post, statusesOf } from '#testing/test-app.ts'
import { presentSearch, readSearches } from './saved-search-rows.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()
beforeEach(async () => {
  await emptyTables(app.ctx, 'stores')
  app.ctx.clock.set('2026-03-10T12:00:00.000Z')
})

async function newAccount(role: Role = 'PLUS_USER') {
  const { userId, send } = await app.newAccount(role)
  return { userId, send, setRole: (role: Role) => changeUser(app.ctx.db, userId, { role }) }
}
type Account = Awaited<ReturnType<typeof newAccount>>

const display: ListDisplay = {
  columns: ['price', 'country'],
  density: 'compact',
  sortBy: 'price',
  sortDirection: 'ASC',
}
const channels = { mails: false, instant: false, webhooks: false }
const values: SearchValues = { name: 'Lamps', view: 'stores', query: 'country=DE', ...channels }
const create = ({ send }: Account, changes: object = {}) =>
  post(send, '/api/saved-searches', { ...values, ...changes })
const update = ({ send }: Account, { id, ...search }: SavedSearch, changes: object = {}) =>
  send({ method: 'PUT', url: `/api/saved-searches/${id}`, payload: { ...search, ...changes } })
const list = async ({
  send,
}: Account): Promise<{ searches: SavedSearch[]; limit: number | null }> =>
  (await send('/api/saved-searches')).json()
function choiceOf(key: FilterKey): string {
  const rule: FilterRule = storeFilters[key]
  switch (rule.kind) {
    case 'options':
      return (rule.values ?? ['aa', 'bb', 'cc']).slice(0, 3).join(',')
    case 'yesNo':
      return 'yes,unknown'
    case 'range':
      return rule.bands.slice(0, 3).map(writeSpan).join(',')
    case 'days':
      return '2026-01-01..2026-02-01'
    case 'text':
      return 'lamp'
    default:
      return rule satisfies never
  }
}

const at = (visibleAt: string, columns: object = {}) => ({ visible_at: visibleAt, ...columns })

describe('a saved search', () => {
  test('counts its matches, and those that became visible since it was last viewed', async () => {
    const own = await newAccount()
    await insertStores(app.ctx.db, [
      at('2026-03-10T11:00:00Z'),
      at('2026-03-10T11:00:00Z', { country: 'FR' }),
      at('2026-03-10T11:00:00Z', { launch_status: 'established' }),
    ])
    const created = await create(own, { query: 'date=2026-03-01&country=DE&isNew=yes' })
    expect([created.statusCode, created.json()]).toEqual([
      200,
      expect.objectContaining({
        ...values,
        query: 'country=DE',
        total: 1,
        newMatches: 0,
        sendsMails: false,
      }),
    ])
    app.ctx.clock.advance(60_000)
    await insertStore(app.ctx.db, at('2026-03-10T12:00:30Z'))
    expect((await list(own)).searches).toEqual([
      expect.objectContaining({ total: 2, newMatches: 1 }),
    ])
    const seen = await post(own.send, `/api/saved-searches/${created.json().id}/seen`)
    expect(seen.json()).toMatchObject({
      total: 2,
      newMatches: 0,
      seenAt: '2026-03-10T12:01:00.000Z',
    })
  })

  test('may choose in every filter, up to the longest query of a list as it is kept, percent-encoded', async () => {
    const own = await newAccount()
    const everywhere = filterKeys
      .filter((key) => key !== 'isNew')
      .map((key) => `${key}=${choiceOf(key)}`)
      .join('&')
    const full = `${everywhere}&launchStatus=all`
    const filled = await create(own, { query: full })
    expect(filled.statusCode).toBe(200)
    expect(new URLSearchParams(filled.json().query).size).toBe(filterKeys.length)

    const names = Array.from({ length: 10 }, (_, at) => `${'é'.repeat(99)}${at}`).join(',')
    const accented = ['theme', 'apps', 'tld', 'pixels'].map((key) => `${key}=${names}`).join('&')
    expect(accented.length).toBeLessThan(MAX_LIST_QUERY)
    expect((await create(own, { query: accented })).json()).toMatchObject({ field: 'query' })
  })

  test('of leads counts stores with an email; one of unsaved stores counts those its owner has not saved', async () => {
    const own = await newAccount()
    const [first] = await insertStores(app.ctx.db, [
      at('2026-03-10T11:00:00Z', { email: 'a@b.example' }),
      {},
    ])
    await post(own.send, '/api/saved-stores', { storeId: first })
    const totalOf = async (changes: object) => (await create(own, changes)).json().total
    expect(await totalOf({ view: 'leads', query: '' })).toBe(1)
    expect(await totalOf({ query: 'saved=no' })).toBe(1)
    expect(await totalOf({ query: 'saved=yes&email=yes' })).toBe(1)
    expect(await totalOf({ view: 'leads', query: 'saved=no' })).toBe(0)
  })

  test.each<[string, string, unknown, unknown]>([
    ['how its list is shown', 'display', display, { ...display, density: 'comfortable' }],
    ['its score profile', 'profile', 'alive.40*risk.60', 'alive.100'],
  ])('keeps %s, also through a change that does not mention it', async (_, key, value, other) => {
    const own = await newAccount()
    expect((await create(own)).json()[key]).toBeNull()
    const search = (await create(own, { [key]: value })).json()
    expect(search[key]).toEqual(value)
    const changed = async (changes: object) => (await update(own, search, changes)).json()
    const renamed = await changed({ name: 'Lights', [key]: undefined })
    expect([renamed.name, renamed[key]]).toEqual(['Lights', value])
    expect((await changed({ [key]: other }))[key]).toEqual(other)
    expect((await changed({ [key]: null }))[key]).toBeNull()
  })

  test('takes no score profile that does not add up', async () => {
    const own = await newAccount()
    const refused = await create(own, { profile: 'alive.99' })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_request'])
  })

  test('counts the matches that its score filter passes by its own profile', async () => {
    const own = await newAccount()
    await insertStores(app.ctx.db, [{ country: 'DE' }, { country: 'FR' }, { country: 'US' }])
    const query = 'score=50..'
    const totalOf = async (profile: string | null): Promise<number | null> =>
      (await create(own, { query, profile })).json().total
    expect(await totalOf('country.100.DE.-.FR')).toBe(2)
    expect(await totalOf('country.100.US.-')).toBe(1)
    expect((await create(own, { query })).json().query).toBe(query)
  })

  test.each([
    ['PRO_USER', 1],
    ['PLUS_USER', 20],
  ] as const)('with its own profile: %s has %i', async (role, most) => {
    const own = await newAccount('PLUS_USER')
    const profile = 'alive.100'
    const searches: SavedSearch[] = []
    for (let at = 0; at < most; at++) searches.push((await create(own, { profile })).json())
    const without: SavedSearch = (await create(own)).json()
    await own.setRole(role)
    const codeOf = async (search: SavedSearch, changes: object) =>
      (await update(own, search, changes)).json().code
    expect(await codeOf(without, { profile })).toBe('score_profile_limit')
    if (role === 'PLUS_USER')
      expect((await create(own, { profile })).json().code).toBe('score_profile_limit')
    const [first] = searches
    if (!first) throw new Error('no search was saved')
    expect(await codeOf(first, { profile: 'risk.100' })).toBeUndefined()
    expect(await codeOf(first, { profile: null })).toBeUndefined()
    expect(await codeOf(without, { profile })).toBeUndefined()
    expect(await list(own)).toMatchObject({ profileLimit: most })
  })

  test('gets the last profile of a plan only once, even for two parallel calls', async () => {
    const own = await newAccount('PLUS_USER')
    const searches: SavedSearch[] = []
    for (let at = 0; at < 2; at++) searches.push((await create(own)).json())
    await own.setRole('PRO_USER')
    const answers = await Promise.all(
      searches.map((search) => update(own, search, { profile: 'alive.100' })),
    )
    expect(statusesOf(answers)).toEqual([200, 403])
  })

  test('is listed without its count when the search engine is too busy to count it', async () => {
    const own = await newAccount()
    await create(own, { name: 'Fast' })
    app.ctx.clock.advance(1)
    await create(own, { name: 'Slow', query: 'country=FR' })
    const { db, storeSearch } = app.ctx
    const isSlow = ({ choices }: StoreQuery) => choices.country?.include.includes('FR')
    const busy: CatalogContext['storeSearch'] = {
      ...storeSearch,
      find: async (query) =>
        isSlow(query) ? Promise.reject(overloaded()) : storeSearch.find(query),
    }
    const presented = (await readSearches(db, own.userId)).map((row) =>
      presentSearch({ db, now: app.ctx.now, storeSearch: busy }, row, new Set()),
    )
    expect(await Promise.all(presented)).toMatchObject([
      { name: 'Fast', total: 0 },
      { name: 'Slow', total: null, newMatches: 0 },
    ])
  })

  test('can be changed, deleted, and restored with its original date', async () => {
    const own = await newAccount()
    const search = (await create(own)).json()
    app.ctx.clock.advance(60_000)
    const changed = await update(own, search, {
      name: ' Lights ',
      query: 'country=FR',
      mails: true,
    })
    expect(changed.json()).toMatchObject({
      name: 'Lights',
      query: 'country=FR',
      mails: true,
      sendsMails: true,
    })
    expect(changed.json().seenAt).toBe('2026-03-10T12:01:00.000Z')
    const deleted = await own.send({ method: 'DELETE', url: `/api/saved-searches/${search.id}` })
    expect([deleted.statusCode, (await list(own)).searches]).toEqual([200, []])
    const { createdAt, seenAt } = search
    const back = (await create(own, { createdAt, seenAt })).json()
    expect(back).toMatchObject({ createdAt, seenAt })
    const ahead = { createdAt: '2036-01-01T00:00:00Z', seenAt: '2036-01-01T00:00:00Z' }
    const now = '2026-03-10T12:01:00.000Z'
    expect((await create(own, ahead)).json()).toMatchObject({ createdAt: now, seenAt: now })
  })

  test('is hidden from other accounts, which cannot change it', async () => {
    const [own, other] = [await newAccount(), await newAccount()]
    const search = (await create(own)).json()
    const url = `/api/saved-searches/${search.id}`
    const attempts = [
      update(other, search, { name: 'Mine' }),
      other.send({ method: 'DELETE', url }),
      post(other.send, `${url}/seen`),
    ]
    expect((await Promise.all(attempts)).map(({ statusCode }) => statusCode)).toEqual([
      404, 404, 404,
    ])
    expect((await list(other)).searches).toEqual([])
    expect((await list(own)).searches).toEqual([search])
  })

  test.each<[string, object, string]>([
    ['an unknown filter', { query: 'colour=red' }, 'query.colour'],
    ['a day that is none', { query: 'date=2026-02-30' }, 'query.date'],
    ['too long a query', { query: 'x'.repeat(MAX_LIST_QUERY + 1) }, 'query'],
    ['no name', { name: '  ' }, 'name'],
    ['too long a name', { name: 'x'.repeat(81) }, 'name'],
    ['a name of two lines', { name: 'a\nBcc: b' }, 'name'],
    ['an unknown view', { view: 'shops' }, 'view'],
    ['a word for a switch', { mails: 'yes' }, 'mails'],
  ])('with %s is refused', async (_what, changes, field) => {
    const { send } = await app.as('PLUS_USER')
    const answer = await create({ send } as Account, changes)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })
})

describe('a plan', () => {
  test('limits the number of saved searches, even for two parallel calls', async () => {
    const own = await newAccount('PRO_USER')
    const answers = await Promise.all([create(own), create(own, { name: 'Chairs' })])
    expect(statusesOf(answers)).toEqual([200, 403])
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json().code).toBe(
      'saved_search_limit',
    )
    const { searches, limit } = await list(own)
    expect([searches.length, limit]).toEqual([1, 1])
  })

  test('that was downgraded keeps all searches, and mails for the oldest one with mails on', async () => {
    const own = await newAccount()
    for (const name of ['silent', 'oldest', 'youngest']) {
      await create(own, { name, mails: name !== 'silent' })
      app.ctx.clock.advance(60_000)
    }
    const sending = async () =>
      (await list(own)).searches.filter(({ sendsMails }) => sendsMails).map(({ name }) => name)
    expect(await sending()).toEqual(['oldest', 'youngest'])
    await own.setRole('PRO_USER')
    expect(await sending()).toEqual(['oldest'])
    const [, oldest] = (await list(own)).searches
    if (!oldest) throw new Error('no search')
    expect((await update(own, oldest, { mails: false })).statusCode).toBe(200)
    expect(await sending()).toEqual(['youngest'])
    expect((await create(own)).json().code).toBe('saved_search_limit')
    await own.send({ method: 'DELETE', url: `/api/saved-searches/${oldest.id}` })
    expect((await list(own)).searches.map(({ name }) => name)).toEqual(['silent', 'youngest'])
  })
})
