import { expect, test } from 'vitest'
import { all, renderScreen } from '#testing/render-screen.tsx'
import type { DateSelection } from '#web/lib/dates/date-selection.ts'
import { Calendar, CalendarSkeleton } from './calendar.tsx'

const TODAY = '2026-11-20'

const draw = (
  selection: DateSelection,
  language: 'en' | 'de' = 'en',
  monthCount: 1 | 2 = 1,
): string =>
  renderScreen(
    <Calendar
      selection={selection}
      onChange={() => undefined}
      today={TODAY}
      monthCount={monthCount}
    />,
    { language },
  )

test('the whole calendar is one tab stop, even with two months', () => {
  const html = draw({ kind: 'none' }, 'en', 2)
  expect(all(html, /data-day="([\d-]+)" tabindex="0"/gi)).toEqual([TODAY])
  expect(html).toContain('October 2026')
})

test(
  'days after today say that they cannot be picked',
  { tags: ['calendar.future-landing', 'calendar.future-app'] },
  () => {
    const html = draw({ kind: 'none' })
    const disabled = all(html, /aria-label="([^"]+)"[^>]*aria-disabled="true"[^>]*>\d/g)
    expect(disabled).toHaveLength(10)
    expect(disabled[0]).toBe('Saturday, November 21, 2026, in the future, cannot be picked')
  },
)

test('a range is marked on all of its days and named at its ends', () => {
  const html = draw({ kind: 'range', from: '2026-11-17', to: TODAY })
  expect(all(html, /<td aria-selected="(true)"/g)).toHaveLength(4)
  expect(html).toContain('Tuesday, November 17, 2026, start of the range')
  expect(html).toContain('Friday, November 20, 2026, today, end of the range')
})

test(
  'weekdays carry their full names, beginning with the first day of the week',
  { tags: ['calendar.week-monday', 'calendar.week-sunday'] },
  () => {
    expect(all(draw({ kind: 'none' }), /abbr="([^"]+)"/g)[0]).toBe('Sunday')
    expect(all(draw({ kind: 'none' }, 'de'), /abbr="([^"]+)"/g)).toEqual([
      'Montag',
      'Dienstag',
      'Mittwoch',
      'Donnerstag',
      'Freitag',
      'Samstag',
      'Sonntag',
    ])
  },
)

test('the calendar shows the month of the selection', () => {
  const html = draw({ kind: 'single', date: '2026-02-10' })
  expect(html).toContain('February 2026')
  expect(all(html, /data-day="([\d-]+)" tabindex="0"/gi)).toEqual(['2026-02-10'])
})

test('the visible months are announced to screen readers', () => {
  expect(draw({ kind: 'none' }, 'en', 2)).toMatch(/aria-live="polite">October 2026, November 2026</)
})

test('the skeleton has seven columns and 35 cells', { tags: ['const.calendar-skeleton'] }, () => {
  const html = renderScreen(<CalendarSkeleton />)
  const [, head = '', cells = ''] = html.split('grid-cols-7')
  const bones = (part: string) => part.match(/class="bone /g)?.length
  expect([bones(head), bones(cells)]).toEqual([7, 35])
})
