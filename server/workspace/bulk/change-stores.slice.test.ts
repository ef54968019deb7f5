import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { MAX_BULK_ROWS } from '#contracts/workspace/bulk.ts'
import type { UserId } from '#contracts/ids.ts'
import { eraseAccount, readAccountForUpdate } from '#server/accounts/api.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { insertStores } from '#testing/factories.ts'
import { createSavedCalls, exclude, saveStore, type Send, unsave } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { type Answer, post, refusal } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)

const change = (send: Send, target: object, action: object) =>
  post(send, '/api/stores/bulk', { target, action })
const undo = (send: Send, id: string) => post(send, `/api/stores/bulk/${id}/undo`)
/** How a change ended, and its undo if there is one. */
const undoneOf = async (send: Send, answer: Answer) => {
  const made = answer.json().undo
  return [answer.statusCode, made ? (await undo(send, made.id)).statusCode : 200]
}
const tag = (add: string[], remove: string[] = []) => ({ kind: 'tag', add, remove })
const stage = (at: number) => ({ kind: 'stage', stage: at % 2 === 0 ? 'contacted' : 'lost' })

/** All that the account has, to the microsecond. */
async function rowsOf(userId: UserId): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(saved_stores) as row from saved_stores where user_id = ${userId}
    union all select to_jsonb(list_stores) from list_stores where user_id = ${userId}
    order by 1`.execute(app.ctx.db)
  return rows
}

/** Three stores: one saved with everything, one saved, one not saved. */
async function startWith() {
  const account = await newcomer()
  const storeIds = await insertStores(app.ctx.db, [{}, {}, {}])
  const [one, two] = storeIds
  const kept = { notes: 'Call on Monday', tags: ['Hot', 'mailed'], isFavorite: true }
  await saveStore(account.send, { storeId: one, ...kept })
  await saveStore(account.send, { storeId: two, tags: ['cold'] })
  const list = await post(account.send, '/api/lists', { name: 'Leads' })
  await change(account.send, { storeIds: [one] }, { kind: 'list', list: list.json().id, on: true })
  app.ctx.clock.advance(5_000)
  return { ...account, storeIds, list: list.json().id }
}

describe('a change of several stores', () => {
  const actions = [
    ['save', () => ({ kind: 'save' }), 1],
    ['unsave', () => ({ kind: 'unsave' }), 2],
    ['star', () => ({ kind: 'favorite', on: true }), 2],
    ['take the star off', () => ({ kind: 'favorite', on: false }), 1],
    ['tag', () => tag(['hot', 'new'], ['MAILED']), 3],
    ['move to a stage', () => ({ kind: 'stage', stage: 'contacted' }), 3],
    ['list', (list: string) => ({ kind: 'list', list, on: true }), 2],
    ['unlist', (list: string) => ({ kind: 'list', list, on: false }), 1],
  ] as const

  test.each(actions)(
    'to %s says how many changed, and its undo restores notes, tags, stars, lists and dates exactly, once',
    async (_, actionOf, changed) => {
      const { send, userId, storeIds, list } = await startWith()
      const other = await newcomer()
      const before = await rowsOf(userId)
      const answer = (
        await change(send, { storeIds: [...storeIds, 999_999_999] }, actionOf(list))
      ).json()
      expect(answer).toMatchObject({
        changed,
        unchanged: [
          ...(changed < 3 ? [{ reason: 'alreadySo', count: 3 - changed }] : []),
          { reason: 'gone', count: 1 },
        ],
      })
      expect(await rowsOf(userId)).not.toEqual(before)
      expect(refusal(await undo(other.send, answer.undo.id))[0]).toBe(404)
      app.ctx.clock.advance(50_000)
      expect((await undo(send, answer.undo.id)).json()).toEqual({ restored: changed })
      expect(await rowsOf(userId)).toEqual(before)
      expect(refusal(await undo(send, answer.undo.id))).toEqual([404, 'not_found', undefined])
    },
  )

  test('that finds nothing to change offers no undo', async () => {
    const { send, storeIds } = await startWith()
    const answer = await change(send, { storeIds: storeIds.slice(0, 2) }, { kind: 'save' })
    expect(answer.json()).toEqual({
      changed: 0,
      unchanged: [{ reason: 'alreadySo', count: 2 }],
      undo: null,
    })
  })

  test('keeps the spelling of a tag that a store has, and 20 tags at most', async () => {
    const { send, storeIds } = await startWith()
    const many = Array.from({ length: 19 }, (_, at) => `tag ${at}`)
    await saveStore(send, { storeId: storeIds[2], tags: many })
    const answer = (await change(send, { storeIds }, tag(['HOT', 'x'], ['cold']))).json()
    expect(answer).toMatchObject({ changed: 2, unchanged: [{ reason: 'tooManyTags', count: 1 }] })
    const { content } = (await send('/api/saved-stores?sortBy=createdAt&sortDirection=ASC')).json()
    const tagsOf = (id: unknown) =>
      content.find(({ storeId }: { storeId: number }) => storeId === id).tags
    expect(storeIds.map(tagsOf)).toEqual([['Hot', 'mailed', 'x'], ['HOT', 'x'], many])
  })

  test('cannot be undone after a minute', async () => {
    const { send, storeIds } = await startWith()
    const { undo: late } = (await change(send, { storeIds }, { kind: 'save' })).json()
    app.ctx.clock.advance(60_000)
    expect(refusal(await undo(send, late.id))).toEqual([404, 'not_found', undefined])
  })

  test('leaves alone on its undo what the account changed again since', async () => {
    const { send, storeIds } = await startWith()
    const [one, two, three] = storeIds
    const answer = (await change(send, { storeIds }, tag(['x']))).json()
    app.ctx.clock.advance(1_000)
    await saveStore(send, { storeId: three, notes: 'Later' })
    await unsave(send, `saved-stores/${two}`)
    expect((await undo(send, answer.undo.id)).json()).toEqual({ restored: 1 })
    const { content } = (await send('/api/saved-stores')).json()
    const left = content.map(({ storeId, tags }: { storeId: number; tags: string[] }) => [
      storeId,
      tags,
    ])
    expect(new Map(left)).toEqual(
      new Map([
        [one, ['Hot', 'mailed']],
        [three, ['x']],
      ]),
    )
  })

  test('excludes stores by their domains; its undo shows them again', async () => {
    const { send } = await newcomer()
    const ids = await insertStores(app.ctx.db, [
      { domain: 'one.example' },
      { domain: 'two.example' },
    ])
    const answer = (await change(send, { storeIds: ids }, { kind: 'exclude' })).json()
    expect(answer).toMatchObject({ changed: 2, unchanged: [] })
    const lines = async () => (await send('/api/exclusions')).json().lines
    expect(await lines()).toBe(2)
    expect((await change(send, { storeIds: ids }, { kind: 'exclude' })).json()).toMatchObject({
      changed: 0,
      unchanged: [{ reason: 'alreadySo', count: 2 }],
    })
    expect((await undo(send, answer.undo.id)).json()).toEqual({ restored: 2 })
    expect(await lines()).toBe(0)
  })

  test('to exclude counts refused domains apart from those beyond the limit of the plan', async () => {
    const { send } = await newcomer('PRO_USER')
    const ids = await insertStores(app.ctx.db, [
      { domain: 'co.uk' },
      { domain: 'last.example' },
      { domain: 'beyond.example' },
    ])
    const others = Array.from({ length: planRights.pro.excludedLines - 1 }, (_, at) => `${at}.com`)
    await exclude(send, others.join('\n'))
    expect((await change(send, { storeIds: ids }, { kind: 'exclude' })).json()).toMatchObject({
      changed: 1,
      unchanged: [
        { reason: 'domainRefused', count: 1 },
        { reason: 'limit', count: 1 },
      ],
    })
  })
})

describe('a change of all that a list shows', () => {
  test('acts on the rows of its filters, marks and days, but those without a tick', async () => {
    const { send, userId } = await newcomer()
    const made = { country: 'FO', found_day: '2026-03-01' }
    const ids = await insertStores(app.ctx.db, [
      made,
      made,
      made,
      { ...made, found_day: '2026-03-02' },
      { ...made, country: 'GL' },
    ])
    await saveStore(send, { storeId: ids[0] })
    const target = {
      query: 'launchStatus=all&country=FO&saved=-yes',
      found: { dateRangeFrom: '2026-03-01', dateRangeTo: '2026-03-01' },
      except: [ids[1]],
    }
    const shown = await send(
      `/api/stores?${target.query}&dateRangeFrom=2026-03-01&dateRangeTo=2026-03-01`,
    )
    expect(shown.json().totalElements).toBe(2)
    expect((await change(send, target, { kind: 'save' })).json()).toMatchObject({ changed: 1 })
    const rows = await app.ctx.db
      .selectFrom('saved_stores')
      .select('store_id')
      .where('user_id', '=', userId)
      .execute()
    expect(new Set(rows.map(({ store_id }) => store_id))).toEqual(new Set([ids[0], ids[2]]))
  })

  test('takes 10,000 rows and refuses one more', async () => {
    const { send } = await newcomer()
    const stores = Array(MAX_BULK_ROWS + 1).fill({ country: 'VU' })
    const [first] = await insertStores(app.ctx.db, stores)
    const query = 'launchStatus=all&country=VU'
    expect(refusal(await change(send, { query }, { kind: 'save' }))).toEqual([
      400,
      'too_many_rows',
      undefined,
    ])
    const target = { query, except: [first] }
    const answer = (await change(send, target, { kind: 'save' })).json()
    expect(answer.changed).toBe(MAX_BULK_ROWS)
    // The table has not been analyzed since the rows were inserted.
    const tagged = (await change(send, target, tag(['new']))).json()
    expect(tagged.changed).toBe(MAX_BULK_ROWS)
    expect((await undo(send, tagged.undo.id)).json()).toEqual({ restored: MAX_BULK_ROWS })
    expect((await undo(send, answer.undo.id)).json()).toEqual({ restored: MAX_BULK_ROWS })
  })

  test.each([
    [{ query: 'no=such' }, 'query'],
    [{ query: 'status=SOLD' }, 'query'],
    [{ storeIds: [] }, 'target'],
    [{ storeIds: [1], query: '' }, 'target'],
    [{ storeIds: Array.from({ length: 1_001 }, (_, at) => at + 1) }, 'target'],
  ])('refuses %j', async (target, field) => {
    const { send } = await newcomer()
    const [status, code, named] = refusal(await change(send, target, { kind: 'save' }))
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(named).toContain(field)
  })
})

describe('changes at once', () => {
  test('of one account, with single saves and undos between them, all succeed', async () => {
    const { send, userId } = await newcomer()
    const storeIds = await insertStores(app.ctx.db, Array(60).fill({}))
    // As many bodies as admission lets one network send at once; it answers a further one with 503.
    const calls = Array.from({ length: 20 }, async (_, at) => {
      const some = storeIds.filter((id) => (Number(id) + at) % 3 > 0).toReversed()
      const answer = await change(
        send,
        { storeIds: some },
        at % 3 === 0 ? { kind: 'unsave' } : at % 3 === 1 ? tag([`t${at}`]) : stage(at),
      )
      await saveStore(send, { storeId: some[at], notes: `${at}` })
      await unsave(send, `saved-stores/${some[at + 1]}`)
      return undoneOf(send, answer)
    })
    expect(new Set((await Promise.all(calls)).flat())).toEqual(new Set([200]))
    await change(send, { storeIds }, { kind: 'unsave' })
    expect(await rowsOf(userId)).toEqual([])
  })

  test('with erasures of their stores leave no trace of these', async () => {
    const { send, userId } = await newcomer()
    const domains = Array.from({ length: 6 }, (_, at) => `erased-${at}.example`)
    const storeIds = await insertStores(
      app.ctx.db,
      domains.map((domain) => ({ domain })),
    )
    const changing = async (action: object) =>
      undoneOf(send, await change(send, { storeIds }, action))
    const erased = domains.map((domain) => eraseDomain(app.ctx, domain))
    const codes = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        changing(at % 3 === 0 ? stage(at) : at % 3 === 1 ? tag(['x']) : { kind: 'unsave' }),
      ),
    )
    await Promise.all(erased)
    expect(new Set(codes.flat())).toEqual(new Set([200]))
    expect(await rowsOf(userId)).toEqual([])
    const { rows } =
      await sql`select from bulk_undo_rows where store_id = any(${storeIds}::bigint[])`.execute(
        app.ctx.db,
      )
    expect(rows).toEqual([])
  })

  test('with the deletion of the account leave no row of it', async () => {
    const { send, userId, email } = await newcomer()
    const storeIds = await insertStores(app.ctx.db, [{}, {}, {}])
    const meanwhile = ['save', 'exclude', 'save', 'exclude', 'save', 'exclude'].map((kind) =>
      change(send, { storeIds }, { kind }),
    )
    await inTransaction(app.ctx, async (ctx) => {
      await readAccountForUpdate(ctx.db, userId)
      const emailKey = emailKeyOf(email)
      await eraseAccount(ctx, { userId, emailKey }, { reason: 'deleted' })
    })
    const codes = new Set((await Promise.all(meanwhile)).map(({ statusCode }) => statusCode))
    expect([...codes].filter((code) => code !== 200 && code !== 401)).toEqual([])
    expect(await rowsOf(userId)).toEqual([])
    const undos = await app.ctx.db
      .selectFrom('bulk_undos')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(undos).toEqual([])
  })
})
