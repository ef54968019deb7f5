import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Lead, listLeads, listStages } from '#contracts/workspace/leads.ts'
import { exampleLead as lead } from '#testing/example-saved.ts'
import {
  COLUMN_STEP,
  type LeadPage,
  leadsOf,
  nextPage,
  showLead,
  shownLead,
  shownLeads,
} from './lead-pages.ts'

const TODAY = '2026-11-29'

const pageOf = (content: Lead[], values: Partial<LeadPage> = {}): LeadPage => ({
  content,
  page: 0,
  size: COLUMN_STEP,
  totalElements: content.length,
  totalPages: 1,
  nextCursor: null,
  ...values,
})

const keyOf = (stage: string, { sortBy = 'due', due = '' } = {}) =>
  [listLeads.name, 'column', stage, sortBy, TODAY, due, ''] as const

type Column = { key: ReturnType<typeof keyOf>; leads: Lead[] }

/** What the columns hold after a lead has changed. */
function afterwards(columns: readonly Column[], before: Lead, after: Lead | null): number[][] {
  const client = new QueryClient()
  for (const { key, leads } of columns)
    client.setQueryData(key, { pages: [pageOf(leads)], pageParams: [0] })
  showLead(client, before, after)
  return columns.map(({ key }) =>
    leadsOf(client.getQueryData<{ pages: LeadPage[] }>(key)?.pages ?? []).map(
      ({ store }) => store.id,
    ),
  )
}

test('a moved lead leaves its column and takes its place by day in the other', () => {
  const moving = lead(1, { nextDay: '2026-11-29' })
  const others = [
    lead(2, { stage: 'replied', nextDay: '2026-11-27' }),
    lead(3, { stage: 'replied', nextDay: '2026-12-04' }),
    lead(4, { stage: 'replied' }),
  ]
  const columns = [
    { key: keyOf('toContact'), leads: [moving, lead(5)] },
    { key: keyOf('replied'), leads: others },
  ]
  expect(afterwards(columns, moving, { ...moving, stage: 'replied' })).toEqual([[5], [2, 1, 3, 4]])
})

test('a column in the order of names or of moves takes a lead in that order, whatever is due', () => {
  const moving = lead(3, { movedAt: '2026-11-25T00:00:00.000Z' })
  const moved = { ...moving, stage: 'lost' as const }
  const lost = [
    lead(2, { stage: 'lost', movedAt: '2026-11-26T00:00:00.000Z' }),
    lead(4, { stage: 'lost', movedAt: '2026-11-24T00:00:00.000Z', nextDay: TODAY }),
  ]
  for (const sortBy of ['movedAt', 'name'])
    expect(afterwards([{ key: keyOf('lost', { sortBy }), leads: lost }], moving, moved)).toEqual([
      [2, 3, 4],
    ])
})

test('a lead whose day is done leaves the columns that show only what is due', () => {
  const late = lead(1, { nextDay: '2026-11-20' })
  const columns = [
    {
      key: keyOf('toContact', { due: 'overdue' }),
      leads: [late, lead(2, { nextDay: '2026-11-21' })],
    },
    { key: keyOf('toContact', { due: 'none' }), leads: [lead(3)] },
  ]
  expect(afterwards(columns, late, { ...late, nextDay: null })).toEqual([[2], [3, 1]])
})

test('a store that is no longer a lead leaves its column, and the counts follow', () => {
  const client = new QueryClient()
  const gone = lead(1)
  const key = keyOf('toContact')
  client.setQueryData(key, { pages: [pageOf([gone, lead(2)])], pageParams: [0] })
  const stage = { name: null, isContacted: true, overdue: 0, today: 0 }
  client.setQueryData([listStages.name, {}], {
    stages: [
      { ...stage, key: 'toContact', leads: 2 },
      { ...stage, key: 'won', leads: 5 },
    ],
    limit: 12,
    erased: [],
  })
  showLead(client, gone, null)
  expect(client.getQueryData<{ pages: LeadPage[] }>(key)?.pages[0]).toMatchObject({
    totalElements: 1,
  })
  expect(client.getQueryData([listStages.name, {}])).toMatchObject({
    stages: [{ leads: 1 }, { leads: 5 }],
  })
})

test('the next page counts from the remaining leads, so that it skips none', () => {
  const full = Array.from({ length: COLUMN_STEP }, (_, at) => lead(at + 1))
  const first = pageOf(full, { totalElements: 120 })
  expect(nextPage(first, [first])).toBe(1)
  const moved = pageOf(full.slice(1), { totalElements: 119 })
  // The first lead of the second page has moved up into the gap of the first.
  expect(nextPage(moved, [moved])).toBe(0)
  const all = pageOf(full, { totalElements: COLUMN_STEP })
  expect(nextPage(all, [all])).toBeNull()
})

test('a page that brings nothing new is not asked for again', () => {
  const full = Array.from({ length: COLUMN_STEP }, (_, at) => lead(at + 1))
  const first = pageOf(full, { totalElements: 80 })
  const same = pageOf(full, { totalElements: 80, page: 0 })
  expect(nextPage(same, [first, same])).toBe(1)
  const beyond = pageOf([], { totalElements: 80, page: 1 })
  expect(nextPage(beyond, [first, beyond])).toBeNull()
})

test('while rows in another order are on their way, a lead of the list before is still found', () => {
  const client = new QueryClient()
  client.setQueryData([listLeads.name, { query: { sortBy: 'due' } }], pageOf([lead(1)]))
  expect(shownLeads(client)).toEqual([])
  expect(shownLead(client, 1)?.store.id).toBe(1)
  expect(shownLead(client, 2)).toBeUndefined()
})
