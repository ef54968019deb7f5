import { expect, test } from 'vitest'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertStores } from '#testing/factories.ts'
import { putLead } from '#testing/lead-calls.ts'
import { saveStore } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()
const { exported, someone } = createExportCalls(() => app)

test('the file of saved stores holds stage, next step and last contact, in words or as codes', async () => {
  const { send } = await someone('PLUS_USER')
  const [one, two, three] = await insertStores(app.ctx.db, [
    { name: 'A' },
    { name: 'B' },
    { name: 'C' },
  ])
  const step = { nextStep: 'Send the offer', nextDay: '2026-04-01' }
  await putLead(send, one, { version: 0, stage: 'replied', ...step })
  await putLead(send, two, { version: 0, stage: 'toContact' })
  await saveStore(send, { storeId: three })
  const stages = ['toContact', 'contacted', 'replied', 'won', 'lost'].map((key) => ({
    key,
    name: key === 'toContact' ? 'To mail' : null,
    isContacted: key !== 'toContact',
  }))
  await send({ method: 'PUT', url: '/api/stages', payload: { stages } })
  const asked = {
    view: 'savedStores',
    columns: ['name', 'stage', 'nextStep', 'nextDay', 'contactedAt'],
    query: { sortBy: 'name', sortDirection: 'ASC' },
  } as const
  const contactedAt = expect.stringContaining(app.ctx.now().toISOString().slice(0, 10))
  expect(await exported(send, asked)).toEqual([
    ['A', 'Replied', step.nextStep, step.nextDay, contactedAt],
    ['B', 'To mail', '', '', ''],
    ['C', '', '', '', ''],
  ])
  const leads = { ...asked, columns: ['name'], query: { ...asked.query, isLead: 'true' } } as const
  expect(await exported(send, leads)).toEqual([['A'], ['B']])
  const codes = await exported(send, { ...asked, values: 'codes' })
  expect(codes.map(([, stage]) => stage)).toEqual(['replied', 'To mail', ''])
})

test('the file of the leads holds those that the board shows: by stage, day and text, which may be a next step', async () => {
  const { send } = await someone('PLUS_USER')
  const [late, due, open, saved] = await insertStores(app.ctx.db, [
    { name: 'A' },
    { name: 'B' },
    { name: 'C' },
    { name: 'D' },
  ])
  const step = (day: string) => ({ nextStep: `Call on ${day}`, nextDay: day })
  await putLead(send, late, { version: 0, stage: 'contacted', ...step('2026-03-09') })
  await putLead(send, due, { version: 0, stage: 'replied', ...step('2026-03-10') })
  await putLead(send, open, { version: 0, stage: 'contacted' })
  await saveStore(send, { storeId: saved })
  const query = { sortBy: 'name', sortDirection: 'ASC', today: '2026-03-10' } as const
  const namesOf = async (chosen: object) =>
    (
      await exported(send, {
        view: 'savedStores',
        columns: ['name'],
        query: { ...query, ...chosen },
      })
    ).flat()
  expect(await namesOf({})).toEqual(['A', 'B', 'C', 'D'])
  expect(await namesOf({ isLead: 'true', due: 'overdue' })).toEqual(['A'])
  expect(await namesOf({ isLead: 'true', due: 'today' })).toEqual(['B'])
  expect(await namesOf({ due: 'none' })).toEqual(['C'])
  expect(await namesOf({ isLead: 'true', stage: 'contacted' })).toEqual(['A', 'C'])
  expect(await namesOf({ isLead: 'true', q: 'call' })).toEqual(['A', 'B'])
  expect(await namesOf({ q: 'call' })).toEqual([])
})
