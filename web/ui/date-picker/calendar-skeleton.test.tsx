import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CalendarSkeleton } from './calendar.tsx'

test('the skeleton has seven columns and 35 cells', { tags: ['const.calendar-skeleton'] }, () => {
  const html = renderToStaticMarkup(<CalendarSkeleton />)
  const [, head = '', cells = ''] = html.split('grid-cols-7')
  const bones = (part: string) => part.match(/class="bone /g)?.length
  expect([bones(head), bones(cells)]).toEqual([7, 35])
})
