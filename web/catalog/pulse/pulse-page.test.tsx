import { describe, expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import { getPulse, type Pulse } from '#contracts/catalog/pulse.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { PulsePage } from './pulse-page.tsx'

const { t } = textsOf('en')

describe('growth', () => {
  const period = { from: '2026-03-08', to: '2026-03-14' }
  const previous = { from: '2026-03-01', to: '2026-03-07' }
  const week = (from: string) =>
    Array.from({ length: 7 }, (_, at) => ({ day: addDays(from, at), stores: 1 }))

  function show(compared: Pulse['comparedDays'], comparedDays: Pulse['comparedDays']): string {
    const counts = { now: 21, before: 14, compared, alive: 21 }
    const answer: Pulse = {
      period,
      previous,
      total: counts,
      comparedDays,
      coveredSince: '2026-03-04',
      rows: [{ ...counts, value: 'beauty', label: null, products: null }],
      days: week(period.from),
      previousDays: week(previous.from),
    }
    const query = { by: 'category', rank: 'frequent', ...period }
    return renderScreen(<PulsePage />, {
      address: `/pulse?from=${period.from}&to=${period.to}`,
      answers: [given(getPulse, answer, { query })],
    })
  }
  const partly = (days: Pulse['comparedDays']) =>
    t('pulse:compared.partly', { ...days, length: 7, since: 'Mar 4, 2026' })

  test('is bold where chance hardly explains it, and said to be chance elsewhere', () => {
    const days = { now: 7, before: 7 }
    const chance = show({ now: 21, before: 14 }, days)
    expect(chance).toContain(t('pulse:change.chance'))
    expect(chance).not.toMatch(/<b[^>]*>\+50%|font-semibold[^>]*>\+50%/)
    const sure = show({ now: 42, before: 28 }, days)
    expect(sure).not.toContain(t('pulse:change.chance'))
    expect(sure).toMatch(/<b[^>]*>\+50%/)
    expect(sure).toMatch(/font-semibold[^>]*>\+50%/)
  })

  test('between whole periods is a percentage, with nothing to explain', () => {
    const html = show({ now: 21, before: 14 }, { now: 7, before: 7 })
    expect(html.match(/\+50%/g)).toHaveLength(2)
    expect(html).not.toContain('Mar 4, 2026')
  })

  test('over a part of the days is that per covered day, and the page says which', () => {
    const days = { now: 7, before: 4 }
    const html = show({ now: 21, before: 12 }, days)
    expect(html.match(/>0%/g)).toHaveLength(2)
    expect(html).toContain(partly(days))
  })

  test('from fewer than five stores is said in stores', () => {
    const html = show({ now: 21, before: 3 }, { now: 7, before: 4 })
    expect(html).toContain(t('pulse:change.from', { before: 3 }))
    expect(html).not.toMatch(/[+−]\d+%/)
  })

  test('without any covered day before is no figure, but one sentence', () => {
    const html = show({ now: 21, before: 0 }, { now: 7, before: 0 })
    expect(html).toContain(t('pulse:compared.none', { since: 'Mar 4, 2026' }))
    expect(html).toContain(t('pulse:change.unknown'))
    expect(html).not.toMatch(/[+−]\d|\bbefore 0\b/)
  })
})
