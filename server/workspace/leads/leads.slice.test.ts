import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Board, Lead } from '#contracts/workspace/leads.ts'
import { eraseAccount } from '#server/accounts/api.ts'
import { createApp } from '#server/app.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import {
  countsOf,
  createLeadTools,
  mergeLead,
  moveStores,
  namesOf,
  putLead,
  readBoard,
  readLead,
  undoBulk,
} from '#testing/lead-calls.ts'
import { createSavedCalls, saveStore, unsave } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, refusal, statusesOf } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)
const { newStores, later, days, rowsOf } = createLeadTools(() => app)

describe('a lead', () => {
  test('is a store put into a stage, which saves it; its moves and contacts are noted', async () => {
    const { send } = await newcomer()
    const [store] = await newStores([{ name: 'Lamp', domain: 'lamp.example' }])
    const step = { nextStep: 'Write the first mail', nextDay: '2026-03-12' }
    const put = async (payload: object) => (await putLead(send, store, payload)).json()
    const begun = await put({ version: 0, stage: 'toContact', ...step })
    expect(Lead.parse(begun)).toEqual(begun)
    expect(begun).toMatchObject({
      store: { id: store, name: 'Lamp', isSaved: true },
      stage: 'toContact',
      ...step,
      contactedAt: null,
      movedAt: app.ctx.now().toISOString(),
      duplicates: [],
    })
    const began = app.ctx.now().toISOString()
    later()
    const moved = await put({ version: begun.version, stage: 'contacted', nextDay: null })
    const at = app.ctx.now().toISOString()
    expect(moved).toMatchObject({ stage: 'contacted', nextStep: step.nextStep, nextDay: null })
    expect([moved.contactedAt, moved.movedAt]).toEqual([at, at])
    later()
    const won = await put({ version: moved.version, stage: 'won' })
    expect(won.contactedAt).toBe(at)
    expect(await put({ version: won.version, isContact: true })).toMatchObject({
      stage: 'won',
      contactedAt: app.ctx.now().toISOString(),
    })
    expect((await readLead(send, store)).history).toEqual([
      { from: 'contacted', to: 'won', at: app.ctx.now().toISOString() },
      { from: 'toContact', to: 'contacted', at },
      { from: null, to: 'toContact', at: began },
    ])
  })

  test('changed in one tab answers 409 to the other, which reads the present state and goes on', async () => {
    const { send } = await newcomer()
    const [store] = await newStores([{}])
    const { version } = (await putLead(send, store, { version: 0, stage: 'toContact' })).json()
    const twice = await Promise.all(
      ['replied', 'lost'].map((stage) => putLead(send, store, { version, stage })),
    )
    expect(statusesOf(twice)).toEqual([200, 409])
    const winner = twice.find(({ statusCode }) => statusCode === 200)?.json()
    expect(refusal(await putLead(send, store, { version: 0, stage: 'won' }))).toEqual([
      409,
      'lead_changed',
      undefined,
    ])
    const present = await readLead(send, store)
    expect(present).toMatchObject({ stage: winner.stage, version: winner.version })
    expect(present.history).toHaveLength(2)
    const own = await putLead(send, store, { version: present.version, stage: 'won' })
    expect(own.json().stage).toBe('won')
  })

  test('has a version that no earlier one repeats, even when it ends and begins again', async () => {
    const { send } = await newcomer()
    const [store] = await newStores([{}])
    const versions: number[] = []
    const begin = async () =>
      versions.push((await putLead(send, store, { version: 0, stage: 'toContact' })).json().version)
    await begin()
    await moveStores(send, [store], null)
    expect((await send(`/api/leads/${store}`)).statusCode).toBe(404)
    await begin()
    later()
    await unsave(send, `saved-stores/${store}`)
    await begin()
    expect(new Set(versions).size).toBe(3)
    expect(refusal(await putLead(send, store, { version: versions[0], stage: 'won' }))[0]).toBe(409)
  })

  test.each([
    ['a stage that the account does not have', { version: 0, stage: '6e0d2c1e-0000-4000-8000-000000000000' }, [400, 'invalid_request', 'stage']],
    ['no stage for a new lead', { version: 0, nextStep: 'Call' }, [400, 'invalid_request', 'stage']],
    ['a next step of 201 characters', { version: 0, stage: 'won', nextStep: 'x'.repeat(201) }, [400, 'invalid_request', 'nextStep']],
    ['a next step of two lines', { version: 0, stage: 'won', nextStep: 'a\nb' }, [400, 'invalid_request', 'nextStep']],
    ['a day that is none', { version: 0, stage: 'won', nextDay: '2026-02-30' }, [400, 'invalid_date', 'nextDay']],
    ['no version', { stage: 'won' }, [400, 'invalid_request', 'version']],
  ])('refuses %s', async (_, payload, expected) => {
    const { send } = await newcomer()
    const [store] = await newStores([{}])
    expect(refusal(await putLead(send, store, payload))).toEqual(expected)
    expect(await countsOf(send)).toMatchObject({ toContact: 0, won: 0 })
  }) // prettier-ignore

  test('takes a next step of 200 characters', async () => {
    const { send } = await newcomer()
    const [store] = await newStores([{}])
    const nextStep = 'ü'.repeat(200)
    expect(
      (await putLead(send, store, { version: 0, stage: 'won', nextStep })).json().nextStep,
    ).toBe(nextStep)
  })
})

describe('the leads of a stage', () => {
  async function startBoard() {
    const { send } = await newcomer()
    const names = ['Ash', 'beech', 'Cedar', 'Elm', 'fir', 'Oak']
    const stores = await newStores(names.map((name) => ({ name, domain: `${name}.example` })))
    const nextDays = [-3, 0, 0, 5, 2, null]
    for (const [at, storeId] of stores.entries()) {
      later()
      const day = nextDays[at] ?? null
      const nextDay = day === null ? null : days(day)
      const nextStep = at === 3 ? 'Send the catalogue' : null
      const stage = at < 5 ? 'replied' : 'won'
      await putLead(send, storeId, { version: 0, stage, nextDay, nextStep })
    }
    return { send, stores }
  }

  test('come by day, with those without one last, or by name or last move alone', async () => {
    const { send } = await startBoard()
    expect(await namesOf(send)).toBe('Ash Cedar beech fir Elm Oak')
    expect(await namesOf(send, '?stage=replied&sortBy=name')).toBe('Ash beech Cedar Elm fir')
    expect(await namesOf(send, '?stage=replied&sortBy=name&sortDirection=DESC')).toBe(
      'fir Elm Cedar beech Ash',
    )
    expect(await namesOf(send, '?sortBy=movedAt')).toBe('Oak fir Elm Cedar beech Ash')
    expect(await namesOf(send, '?sortBy=due&sortDirection=DESC')).toBe(
      'Elm fir Cedar beech Ash Oak',
    )
    expect(await namesOf(send, `?today=${days(2)}`)).toBe('Ash Cedar beech fir Elm Oak')
    expect(await namesOf(send, `?due=overdue&today=${days(2)}`)).toBe('Ash Cedar beech')
  })

  test('are narrowed by due day and text, page by page, with the same counts on the stages', async () => {
    const { send } = await startBoard()
    expect(await namesOf(send, '?due=overdue')).toBe('Ash')
    expect(await namesOf(send, '?due=today')).toBe('Cedar beech')
    expect(await namesOf(send, '?due=later')).toBe('fir Elm')
    expect(await namesOf(send, '?due=none')).toBe('Oak')
    expect(await namesOf(send, '?q=CATALOGUE')).toBe('Elm')
    expect(await namesOf(send, '?q=ash.EX')).toBe('Ash')
    expect(await namesOf(send, '?stage=won')).toBe('Oak')
    const page = (await send('/api/leads?size=2&page=1')).json()
    expect(page).toMatchObject({ page: 1, size: 2, totalElements: 6, totalPages: 3 })
    expect(page.content.map(({ store }: Lead) => store.name)).toEqual(['beech', 'fir'])
    const all = await send('/api/stages')
    expect(Board.parse(all.json())).toEqual(all.json())
    expect(all.json().stages).toMatchObject([
      { key: 'toContact', name: null, isContacted: false, leads: 0 },
      { key: 'contacted', isContacted: true },
      { key: 'replied', isContacted: true, leads: 5, overdue: 1, today: 2 },
      { key: 'won', isContacted: true, leads: 1, overdue: 0, today: 0 },
      { key: 'lost', isContacted: true },
    ])
    expect(await countsOf(send, '?due=later')).toMatchObject({ replied: 2, won: 0 })
    expect(await countsOf(send, '?q=oak')).toMatchObject({ replied: 0, won: 1 })
  })
})

describe('the score of leads', () => {
  test('is that of their stores, and orders a column by nothing else', async () => {
    const { send } = await newcomer()
    const old = { launch_day: '2025-01-01', found_at: '2026-03-09T10:00:00Z' }
    const stores = await newStores([
      { name: 'Old', ...old },
      { name: 'Fresh', email: 'anna@fresh.example', email_kind: 'named', email_state: 'has_mx' },
      { name: 'Due', ...old },
    ])
    for (const [at, storeId] of stores.entries()) {
      const nextDay = at === 2 ? days(0) : null
      await putLead(send, storeId, { version: 0, stage: 'toContact', nextDay })
    }
    const { content } = (await send('/api/leads?sortBy=score')).json()
    expect(content.map(({ store }: Lead) => store.name)).toEqual(['Fresh', 'Old', 'Due'])
    const scores = await Promise.all(
      content.map(async ({ store }: Lead) => {
        const { points, known } = (await send(`/api/stores/${store.id}/score`)).json()
        return { points, known }
      }),
    )
    expect(content.map(({ score }: Lead) => score)).toEqual(scores)
    expect(content[0].score.points).toBeGreaterThan(content[1].score.points)
    expect(await namesOf(send, '?sortBy=score&sortDirection=ASC')).toBe('Old Due Fresh')
    const page = (await send('/api/leads?sortBy=score&size=1&page=1')).json()
    expect([page.totalElements, page.content[0].store.name]).toEqual([3, 'Old'])
    const profile = 'country:100:all=FR'
    const refused = await send(`/api/leads?profile=${encodeURIComponent(profile)}x,,`)
    expect(refused.statusCode).toBe(400)
  })
})

describe('a move of several stores', () => {
  test('makes leads, moves and ends them; its undo restores all of it exactly, once', async () => {
    const { send, userId } = await newcomer()
    const stores = await newStores([{}, {}, {}])
    const [one, two, three] = stores
    await putLead(send, one, { version: 0, stage: 'toContact', nextStep: 'Call', nextDay: days(1) })
    await saveStore(send, { storeId: two, notes: 'Saved only' })
    later()
    for (const [stage, changed] of [
      ['contacted', 3],
      ['toContact', 2],
      [null, 1],
    ] as const) {
      // prettier-ignore
      const before = await rowsOf(userId)
      later()
      const answer = (await moveStores(send, stores, stage)).json()
      expect([stage, answer.changed]).toEqual([stage, changed])
      expect(await rowsOf(userId)).not.toEqual(before)
      expect((await undoBulk(send, answer.undo.id)).json()).toEqual({ restored: changed })
      expect(await rowsOf(userId)).toEqual(before)
      later()
    }
    await moveStores(send, [three], 'won')
    expect((await moveStores(send, [one, three], null)).json().changed).toBe(2)
    expect((await send('/api/saved-stores')).json().totalElements).toBe(3)
  })

  test('is refused for a stage that the account does not have', async () => {
    const { send } = await newcomer()
    const [store] = await newStores([{}])
    const answer = await moveStores(send, [store], '6e0d2c1e-0000-4000-8000-000000000000')
    expect(refusal(answer)).toEqual([400, 'invalid_request', 'stage'])
  })

  test('and unsaving end leads; the undo of unsaving brings back stage, steps and history', async () => {
    const { send, userId } = await newcomer()
    const [store] = await newStores([{}])
    await putLead(send, store, { version: 0, stage: 'toContact', nextStep: 'Call' })
    later()
    await moveStores(send, [store], 'contacted')
    const before = await rowsOf(userId)
    later()
    const target = { storeIds: [store] }
    const answer = await post(send, '/api/stores/bulk', { target, action: { kind: 'unsave' } })
    expect(await rowsOf(userId)).toEqual([])
    expect((await undoBulk(send, answer.json().undo.id)).json()).toEqual({ restored: 1 })
    expect(await rowsOf(userId)).toEqual(before)
    const single = (await unsave(send, `saved-stores/${store}`)).json()
    expect(await rowsOf(userId)).toEqual([])
    expect((await undoBulk(send, single.undo.id)).json()).toEqual({ restored: 1 })
    expect(await rowsOf(userId)).toEqual(before)
  })
})

describe('of another account', () => {
  test('nothing is read or changed', async () => {
    const [own, other] = [await newcomer(), await newcomer('PLUS_USER')]
    const [store, twin] = await newStores([{ name: 'Secret' }, {}])
    for (const storeId of [store, twin])
      await putLead(own.send, storeId, { version: 0, stage: 'won', nextStep: 'Canary' })
    const before = await rowsOf(own.userId)
    const { version } = await readLead(own.send, store)
    expect((await other.send(`/api/leads/${store}`)).statusCode).toBe(404)
    expect(refusal(await putLead(other.send, store, { version, stage: 'lost' }))[0]).toBe(409)
    expect((await mergeLead(other.send, store, twin)).statusCode).toBe(404)
    expect(await namesOf(other.send, '?q=canary')).toBe('')
    expect((await readBoard(other.send)).stages.every(({ leads }) => leads === 0)).toBe(true)
    for (const query of ['stage=won', 'contacted=yes'])
      expect((await other.send(`/api/stores?launchStatus=all&${query}`)).json().content).toEqual([])
    expect(await rowsOf(own.userId)).toEqual(before)
  })
})

describe('an erasure', () => {
  test('of a store leaves no card, and one line that says so until it is dismissed', async () => {
    const { send, userId } = await newcomer()
    const stores = await newStores([
      { domain: 'gone.example' },
      { domain: 'www.gone.example' },
      { domain: 'kept.example' },
    ])
    await moveStores(send, stores, 'contacted')
    await eraseDomain(app.ctx, 'gone.example')
    expect(await countsOf(send)).toMatchObject({ contacted: 1 })
    expect((await readBoard(send)).erased).toEqual([{ stage: 'contacted', count: 2 }])
    expect(await rowsOf(userId)).toHaveLength(2)
    const dismissed = await send({ method: 'DELETE', url: '/api/leads/erased' })
    expect(dismissed.json()).toEqual({ leads: 2 })
    expect((await readBoard(send)).erased).toEqual([])
  })

  test('of an account leaves no row of its leads, stages and texts', async () => {
    const { send, userId, email } = await newcomer()
    const stores = await newStores([{ domain: 'one.example' }, { domain: 'two.example' }])
    await moveStores(send, stores, 'contacted')
    const key = 'contacted'
    const stages = [{ key, name: 'Mine', isContacted: true }]
    const moved = { toContact: key, replied: key, won: key, lost: key }
    await send({ method: 'PUT', url: '/api/stages', payload: { stages, moved } })
    await post(send, '/api/templates', { name: 'First', subject: '', body: 'Hello' })
    await eraseDomain(app.ctx, 'one.example')
    const tables = ['saved_stores', 'stage_moves', 'stages', 'erased_leads', 'templates'] as const
    const left = async () =>
      Promise.all(
        tables.map(async (table) => {
          const rows = await app.ctx.db
            .selectFrom(table)
            .select('user_id')
            .where('user_id', '=', userId)
            .execute()
          return [table, rows.length > 0]
        }),
      )
    expect(await left()).toEqual(tables.map((table) => [table, true]))
    await inTransaction(app.ctx, (ctx) =>
      eraseAccount(ctx, { userId, emailKey: emailKeyOf(email) }, { reason: 'deleted' }),
    )
    expect(await left()).toEqual(tables.map((table) => [table, false]))
  })
})

test('a page of leads, the counts of the stages and a move take as many statements for three leads as for three hundred', async () => {
  const kinds: string[] = []
  const noteStatements: KyselyPlugin = {
    transformQuery({ node }) {
      kinds.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = app.ctx.db.withPlugin(noteStatements)
  const server = await createApp({ ...app.ctx, db, dbWithSignal: () => db })
  const { send, token } = await newcomer('PLUS_USER')
  const stores = await newStores(Array(300).fill({}))
  const [first] = stores
  if (!first) throw new Error('no store')
  const counted = async (method: 'GET' | 'PUT', url: string, payload?: object) => {
    kinds.length = 0
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.inject({ method, url, headers, ...(payload && { payload }) })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return kinds.length
  }
  const countAll = async () => {
    const { version, stage } = await readLead(send, first)
    const target = { version, stage: stage === 'won' ? 'lost' : 'won' }
    return [
      await counted('GET', '/api/leads?size=100'),
      await counted('GET', '/api/stages?q=store'),
      await counted('PUT', `/api/leads/${first}`, target),
    ]
  }
  // Some requests also stamp the session, or read what the search engine missed meanwhile.
  const countLeast = async () => {
    const rounds = [await countAll(), await countAll(), await countAll()]
    return [0, 1, 2].map((call) => Math.min(...rounds.map((counts) => counts[call] ?? 0)))
  }
  await moveStores(send, stores.slice(0, 3), 'toContact')
  const few = await countLeast()
  await moveStores(send, stores, 'toContact')
  expect(await countLeast()).toEqual(few)
  await server.close()
})
