import { describe, expect, test } from 'vitest'
import type { StoreId } from '#contracts/ids.ts'
import { createLeadTools, mergeLead, putLead, readLead, undoBulk } from '#testing/lead-calls.ts'
import { createSavedCalls, saveStore } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { refusal } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)
const { newStores, later, days, rowsOf } = createLeadTools(() => app)

describe('duplicates', () => {
  test('name the other leads with the same shop id, address or phone number, by the strongest tie', async () => {
    const { send } = await newcomer()
    const other = await newcomer()
    const shared = { shop_id: '77', email: 'hi@shared.example', phone: '+491' }
    const stores = await newStores([
      { name: 'A', ...shared, domain: 'a.example' },
      { name: 'B', shop_id: '77', email: 'hi@shared.example', domain: 'b.example' },
      { name: 'C', phone: '+491', domain: 'c.example' },
      { name: 'D', email: 'hi@shared.example', domain: 'd.example' },
    ])
    const [a, b, c, d] = stores
    for (const storeId of [a, b, c]) await putLead(send, storeId, { version: 0, stage: 'won' })
    await putLead(other.send, d, { version: 0, stage: 'won' })
    const duplicatesOf = async (id: StoreId) => (await readLead(send, id)).duplicates
    expect(await duplicatesOf(a)).toEqual([
      { storeId: b, name: 'B', domain: 'b.example', stage: 'won', shared: 'shopId' },
      { storeId: c, name: 'C', domain: 'c.example', stage: 'won', shared: 'phone' },
    ])
    expect(await duplicatesOf(c)).toMatchObject([{ storeId: a, shared: 'phone' }])
    await saveStore(send, { storeId: d })
    expect(await duplicatesOf(b)).toMatchObject([{ storeId: a, shared: 'shopId' }])
  })

  test('are merged on request: notes and tags of both, one lead; the undo restores both', async () => {
    const { send, userId } = await newcomer()
    const [from, into] = await newStores([{}, {}])
    await saveStore(send, {
      storeId: from,
      notes: 'Met Anna',
      tags: ['Hot', 'x'],
      isFavorite: true,
    })
    await saveStore(send, { storeId: into, notes: 'Called', tags: ['hot'] })
    await putLead(send, from, {
      version: 0,
      stage: 'contacted',
      nextStep: 'Ask again',
      nextDay: days(2),
    })
    await putLead(send, into, { version: 0, stage: 'toContact' })
    later()
    const before = await rowsOf(userId)
    const answer = await mergeLead(send, from, into)
    expect(answer.json().lead).toMatchObject({
      store: { id: into, tags: ['hot', 'x'] },
      stage: 'toContact',
      nextStep: 'Ask again',
      nextDay: days(2),
      contactedAt: expect.any(String),
    })
    expect((await send('/api/leads')).json().totalElements).toBe(1)
    const { content } = (await send('/api/saved-stores?sortDirection=ASC')).json()
    expect(content).toMatchObject(
      [{ storeId: from, notes: 'Met Anna' }, { storeId: into, notes: 'Called\n\nMet Anna', isFavorite: true }], // prettier-ignore
    )
    expect((await undoBulk(send, answer.json().undo.id)).json()).toEqual({ restored: 2 })
    expect(await rowsOf(userId)).toEqual(before)
  })

  test('are not merged beyond the limits of notes and tags, with themselves, or with no lead', async () => {
    const { send } = await newcomer()
    const [from, into, saved] = await newStores([{}, {}, {}])
    const tags = (first: string) => Array.from({ length: 11 }, (_, at) => `${first}${at}`)
    await saveStore(send, { storeId: from, notes: 'x'.repeat(3_000), tags: tags('a') })
    await saveStore(send, { storeId: into, notes: 'y'.repeat(3_000), tags: tags('b') })
    await saveStore(send, { storeId: saved })
    for (const storeId of [from, into]) await putLead(send, storeId, { version: 0, stage: 'won' })
    expect(refusal(await mergeLead(send, from, into))).toEqual([400, 'notes_too_long', undefined])
    await saveStore(send, { storeId: into, notes: '' })
    expect(refusal(await mergeLead(send, from, into))).toEqual([400, 'too_many_tags', undefined])
    expect(refusal(await mergeLead(send, from, from))).toEqual([400, 'invalid_request', 'into'])
    expect(refusal(await mergeLead(send, from, saved))).toEqual([404, 'not_found', undefined])
  })
})
