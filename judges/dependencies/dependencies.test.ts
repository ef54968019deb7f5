import { expect, test } from 'vitest'
import { type Concerned, readConcerned } from './concerned.ts'
import { compareWithPage, renderPage } from './page.ts'
import { newestRelease } from './registry.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const concernsOf = (version: string, releasedAt: string, people = ['Ann', 'Bert']) =>
  readConcerned(
    [{ name: 'left-pad', version, people, releasedAt: new Date(releasedAt) }],
    NOW,
  ).flatMap(({ concerns }) => concerns)

test('a package is listed for a version that promises nothing, a single author, or silence', () => {
  expect(concernsOf('1.2.3', '2026-01-01T00:00:00Z')).toEqual([])
  expect(concernsOf('0.9.1', '2026-01-01T00:00:00Z')).toEqual(['beta'])
  expect(concernsOf('2.0.0-beta.17', '2026-01-01T00:00:00Z')).toEqual(['beta'])
  expect(concernsOf('1.2.3', '2026-01-01T00:00:00Z', ['Ann'])).toEqual(['one author'])
  expect(concernsOf('1.2.3', '2026-01-01T00:00:00Z', ['Microsoft Corp.'])).toEqual([])
  expect(concernsOf('1.2.3', '2026-01-01T00:00:00Z', [])).toEqual([])
})

test('eighteen months without a release are counted from the newest one, to the day', () => {
  expect(concernsOf('1.2.3', '2025-05-29T13:00:00Z')).toEqual([])
  expect(concernsOf('1.2.3', '2025-05-29T11:00:00Z')).toEqual(['no release for 18 months'])
})

test('the newest release is the highest version, and a pre-release only where there is nothing else', () => {
  const dayOf = (times: Record<string, string>) => newestRelease(times).toISOString().slice(0, 10)
  const times = {
    created: '2012-05-27T00:00:00Z',
    modified: '2026-11-01T00:00:00Z',
    '2.2.3': '2024-02-23T22:24:53.241000+00:00',
    '2.1.0': '2025-12-04T21:36:00Z',
    '3.0.0-beta.1': '2026-08-01T00:00:00Z',
  }
  expect(dayOf(times)).toBe('2024-02-23')
  expect(dayOf({ created: times.created, '3.0.0-beta.1': times['3.0.0-beta.1'] })).toBe(
    '2026-08-01',
  )
})

const LISTED: Concerned = {
  name: '@left/pad',
  version: '0.3.1',
  concerns: ['beta', 'one author'],
  people: ['Ann'],
  releasedAt: new Date('2026-02-03T04:05:06Z'),
}
const written = (page: string) => page.replace('2026-02-03 |  |', '2026-02-03 | `padStart` |')

test('the page keeps what people wrote about a replacement', () => {
  const first = renderPage([LISTED], '', NOW)
  expect(first).toContain('| `@left/pad` | 0.3.1 | beta, one author | 2026-02-03 |  |')
  const page = written(first)
  expect(page).not.toBe(first)
  expect(renderPage([{ ...LISTED, version: '0.3.2' }], page, NOW)).toContain(
    '| `@left/pad` | 0.3.2 | beta, one author | 2026-02-03 | `padStart` |',
  )
})

test('the list is out of date when a package or its reasons differ, or nothing would replace it', () => {
  const empty = renderPage([LISTED], '', NOW)
  const page = written(empty)
  expect(compareWithPage([LISTED], page)).toEqual([])
  expect(compareWithPage([{ ...LISTED, version: '0.4.0', releasedAt: NOW }], page)).toEqual([])
  expect(compareWithPage([LISTED], empty)).toEqual(['@left/pad: nothing is said to replace it'])
  expect(compareWithPage([], page)).toEqual(['@left/pad: not concerned'])
  expect(compareWithPage([{ ...LISTED, concerns: ['beta'] }], page)).toEqual([
    '@left/pad: beta, and the page says beta, one author',
  ])
  expect(compareWithPage([LISTED, { ...LISTED, name: 'pg' }], page)).toEqual([
    'pg: beta, one author, and the page says nothing',
  ])
})
