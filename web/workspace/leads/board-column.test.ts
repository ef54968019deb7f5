import { expect, test } from 'vitest'
import type { Lead } from '#contracts/workspace/leads.ts'
import { exampleLead } from '#testing/example-saved.ts'
import { itemsOf } from './board-column.tsx'

const lead = (id: number, nextDay: string | null) =>
  exampleLead(id, { stage: 'contacted', nextDay })
const shown = (leads: Lead[], hasParts: boolean) =>
  itemsOf(leads, '2026-11-29', hasParts).map((item) =>
    item.kind === 'head' ? item.part : item.lead.store.id,
  )

test('a column groups its leads under heads: overdue, today and later', () => {
  const leads = [lead(1, '2026-11-25'), lead(2, '2026-11-29'), lead(3, '2026-12-01'), lead(4, null)]
  expect(shown(leads, true)).toEqual(['overdue', 1, 'today', 2, 'later', 3, 4])
})

test('a column in which nothing is due has no heads', () => {
  expect(shown([lead(3, '2026-12-01'), lead(4, null)], false)).toEqual([3, 4])
})
