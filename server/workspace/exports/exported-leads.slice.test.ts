import { expect, test } from 'vitest'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertStores } from '#testing/factories.ts'
import { putLead } from '#testing/lead-calls.ts'
import { saveStore } from '#testing/saved-calls.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { startTestApp } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)
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
  expect(await exported(send, { ...asked, columns: [...asked.columns] })).toEqual([
    ['A', 'Replied', step.nextStep, step.nextDay, contactedAt],
    ['B', 'To mail', '', '', ''],
    ['C', '', '', '', ''],
  ])
  const leads = { ...asked, columns: ['name'], query: { ...asked.query, isLead: 'true' } } as const
  expect(await exported(send, { ...leads, columns: [...leads.columns] })).toEqual([['A'], ['B']])
  const codes = await exported(send, { ...asked, columns: [...asked.columns], values: 'codes' })
  expect(codes.map(([, stage]) => stage)).toEqual(['replied', 'To mail', ''])
})
