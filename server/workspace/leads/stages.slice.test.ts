import { describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { BUILT_IN_STAGES } from '#contracts/workspace/stage-keys.ts'
import { createLeadTools, namesOf, putLead, readBoard, readLead } from '#testing/lead-calls.ts'
import { createSavedCalls, type Send } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { refusal } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)
const { newStores, later, days } = createLeadTools(() => app)

describe('stages', () => {
  const usual = (key: string) => ({ key, name: null, isContacted: key !== 'toContact' })
  const builtIn = BUILT_IN_STAGES.map(usual)
  const putStages = (send: Send, stages: object[], moved = {}) =>
    send({ method: 'PUT', url: '/api/stages', payload: { stages, moved } })
  const shown = async (send: Send) =>
    (await readBoard(send)).stages
      .map(({ name, key, leads }) => `${name ?? key} ${leads}`)
      .join(', ')

  test('are renamed, reordered, added, and deleted only by moving their leads to another stage', async () => {
    const { send } = await newcomer()
    const [one, two] = await newStores([{}, {}])
    await putLead(send, one, { version: 0, stage: 'won' })
    await putLead(send, two, { version: 0, stage: 'replied' })
    const wanted = [
      usual('lost'),
      { ...usual('won'), name: ' Signed ' },
      usual('toContact'),
      usual('contacted'),
      { name: 'On hold', isContacted: false },
    ]
    expect(refusal(await putStages(send, wanted))).toEqual([400, 'invalid_request', 'moved'])
    expect(refusal(await putStages(send, wanted, { replied: 'replied' }))[2]).toBe('moved')
    later()
    const answer = await putStages(send, wanted, { replied: 'won' })
    expect(answer.statusCode).toBe(200)
    expect(await shown(send)).toBe('lost 0, Signed 2, toContact 0, contacted 0, On hold 0')
    expect((await readLead(send, two)).history).toMatchObject([
      { from: 'replied', to: 'won', at: app.ctx.now().toISOString() },
      { from: null, to: 'replied' },
    ])
    const hold = answer.json().stages[4].key
    const { version } = await readLead(send, one)
    expect((await putLead(send, one, { version, stage: hold })).json().stage).toBe(hold)
    expect(refusal(await putStages(send, [...wanted, usual('replied')], {}))[2]).toBe('moved')
  })

  test.each([
    ['PRO_USER', planRights.pro.stages],
    ['PLUS_USER', planRights.plus.stages],
  ] as const)('%s has up to %i of them', async (role, limit) => {
    const { send } = await newcomer(role)
    const many = (count: number) => [
      ...builtIn,
      ...Array.from({ length: count - 5 }, (_, at) => ({ name: `S ${at}`, isContacted: true })),
    ]
    expect(refusal(await putStages(send, many(limit + 1)))).toEqual([403, 'stage_limit', undefined])
    expect((await putStages(send, many(limit))).json()).toMatchObject({ limit })
    expect((await readBoard(send)).stages).toHaveLength(limit)
  })

  test.each([
    ['an own one without a name', [{ name: null, isContacted: true }], 'stages.0.name'],
    ['a name of 41 characters', [{ name: 'x'.repeat(41), isContacted: true }], 'stages.0.name'],
    ['the same twice', [usual('won'), usual('won')], 'stages'],
    ['none', [], 'stages'],
  ] satisfies [string, object[], string][])('refuse %s', async (_, stages, field) => {
    const { send } = await newcomer()
    expect(refusal(await putStages(send, stages))).toEqual([400, 'invalid_request', field])
  })
})

test.each(['won', 'lost'])(
  'the step of a lead is never overdue once it is %s: neither in orders, filters, counts nor among saved stores',
  async (stage) => {
    const { send } = await newcomer()
    const [closed, open, none] = await newStores([
      { name: 'Ash' },
      { name: 'Elm' },
      { name: 'Oak' },
    ])
    await putLead(send, closed, { version: 0, stage, nextDay: days(-3) })
    await putLead(send, open, { version: 0, stage: 'replied', nextDay: days(2) })
    later()
    await putLead(send, none, { version: 0, stage: 'replied' })
    expect(await namesOf(send)).toBe('Elm Oak Ash')
    expect(await namesOf(send, '?due=overdue')).toBe('')
    expect(await namesOf(send, '?due=none')).toBe('Oak Ash')
    expect(await namesOf(send, `?due=today&today=${days(-3)}`)).toBe('Ash')
    const { stages } = await readBoard(send)
    expect(stages.reduce((sum, { overdue }) => sum + overdue, 0)).toBe(0)
    const saved = await send('/api/saved-stores?due=overdue')
    expect(saved.json().totalElements).toBe(0)
  },
)
