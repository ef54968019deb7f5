import { expect, test } from 'vitest'
import { all, renderScreen } from '#testing/render-screen.tsx'
import { type Column, csvOf, DataTable, useColumns } from './table.tsx'

type Lamp = { id: number; name: string; price: number | null }

const lamps: readonly Lamp[] = [
  { id: 1, name: 'The "old" one', price: 1234 },
  { id: 2, name: 'Wick', price: null },
]
const columns: readonly Column<Lamp>[] = [
  { head: 'Lamp', cell: ({ name }) => <b>{name}</b>, csv: ({ name }) => name, rowHead: 'strong' },
  {
    head: 'Price',
    isNumber: true,
    order: 'descending',
    onSort: () => undefined,
    cell: ({ price }) => (price === null ? '–' : `€ ${price}`),
    csv: ({ price }) => price,
    className: ({ price }) => price === null && 'text-faint',
  },
  { head: 'Action', cell: ({ id }) => <a href={`/lamps/${id}`}>Open</a> },
]
const html = renderScreen(
  <DataTable caption="Lamps" columns={columns} items={lamps} keyOf={({ id }) => id} edges="card" />,
)

test('a table has a caption, a heading per column and a row per item', () => {
  expect(html).toContain('<caption class="sr-only">Lamps</caption>')
  expect(all(html, /<th scope="col"[^>]*>(?:<button[^>]*>)?([^<]+)/g)).toEqual([
    'Lamp',
    'Price',
    'Action',
  ])
  expect(all(html, /<td[^>]*>(.*?)<\/td>/g)).toEqual([
    '€ 1234',
    '<a href="/lamps/1">Open</a>',
    '–',
    '<a href="/lamps/2">Open</a>',
  ])
})

test('a column names the rows, and the others have plain cells', () => {
  expect(all(html, /<th scope="row"[^>]*><b>(.*?)<\/b>/g)).toEqual([
    'The &quot;old&quot; one',
    'Wick',
  ])
})

test('a column without room is hidden with its heading', () => {
  const hidden = renderScreen(
    <DataTable
      caption="Lamps"
      columns={[{ head: 'Oil', cell: () => 'whale', hides: 'max-sm:hidden' }]}
      items={lamps}
      keyOf={({ id }) => id}
    />,
  )
  expect(hidden.match(/<t[hd][^>]*max-sm:hidden/g)).toHaveLength(1 + lamps.length)
})

test('a sorted column says its order and has a button, and no other has one', () => {
  expect(all(html, /<th scope="col" aria-sort="(\w+)"/g)).toEqual(['descending'])
  expect(html.match(/<button/g)).toHaveLength(1)
})

test('figures are aligned at their end, and a cell may look like its content', () => {
  expect(html).toMatch(/<td class="[^"]*text-end[^"]*">€ 1234/)
  expect(html).toMatch(/<td class="[^"]*text-faint[^"]*">–/)
  expect(html).not.toMatch(/text-faint[^"]*">€/)
})

test('the file has the columns with values only, and an unknown value is an empty field', () => {
  expect(csvOf(columns, lamps)).toBe('"Lamp","Price"\r\n"The ""old"" one",1234\r\n"Wick",')
})

type Call = { at: string | null; stores: number | null }
const calls: readonly Call[] = [
  { at: '2026-11-20T08:30:00.000Z', stores: 1234 },
  { at: null, stores: null },
]

function Calls() {
  const { moment, number } = useColumns<Call>()
  const columns = [moment('At', ({ at }) => at), number('Stores', ({ stores }) => stores)]
  return (
    <>
      <DataTable caption="Calls" columns={columns} items={calls} keyOf={({ at }) => at ?? ''} />
      <pre>{csvOf(columns, calls)}</pre>
    </>
  )
}

test('the usual columns show values in the language of the page, and write them plainly', () => {
  const page = renderScreen(<Calls />, { language: 'de' })
  expect(all(page, /<td[^>]*>(.*?)<\/td>/g)).toEqual([
    expect.stringMatching(/^<time dateTime="2026-11-20T08:30:00.000Z">20\.11\.2026/),
    '1.234',
    '–',
    '–',
  ])
  expect(page).toMatch(/&quot;2026-11-20T08:30:00.000Z&quot;,1234\r?\n,<\/pre>/)
})
