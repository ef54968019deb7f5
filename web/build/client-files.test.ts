import { expect, test } from 'vitest'
import { isOfEveryPage } from './client-files.ts'

/** By module: who imports it statically. */
const importers: Record<string, string[]> = {
  'web/entry.tsx': [],
  'web/app.tsx': ['web/entry.tsx'],
  'web/paths.ts': ['web/app.tsx', 'web/route.tsx', 'web/link.ts'],
  'web/link.ts': ['web/paths.ts'],
  'web/route.tsx': [],
  'web/chart.tsx': ['web/route.tsx'],
  '/x/node_modules/icons/index.js': ['web/app.tsx'],
}

test.each([
  ['web/entry.tsx', true],
  ['web/paths.ts', true],
  ['web/link.ts', true],
  ['web/route.tsx', false],
  ['web/chart.tsx', false],
  ['/x/node_modules/icons/index.js', false],
  ['unknown', false],
])('%s belongs to every page: %s', (id, expected) => {
  const infoOf = (module: string) => {
    const known = importers[module]
    return known ? { isEntry: module === 'web/entry.tsx', importers: known } : null
  }
  expect(isOfEveryPage(id, infoOf)).toBe(expected)
})
