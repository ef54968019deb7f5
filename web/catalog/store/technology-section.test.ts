import { expect, test } from 'vitest'
import { parseTheme } from './technology-section.tsx'

test.each([
  [
    'shows the name its makers gave it, its version and the merchant’s own name',
    { name: 'Jolly theme live', schemaName: 'Impact', schemaVersion: '4.0.2' },
    { name: 'Impact', version: '4.0.2', ownName: 'Jolly theme live' },
  ],
  [
    'with the same name twice shows it once',
    { name: 'Dawn', schemaName: 'Dawn', schemaVersion: null },
    { name: 'Dawn', version: null, ownName: null },
  ],
  [
    'without a name from its makers goes by the merchant’s name, without a version',
    { name: 'Copy of Debut', schemaName: null, schemaVersion: '1' },
    { name: 'Copy of Debut', version: null, ownName: null },
  ],
])('a theme %s', (_which, published, theme) => {
  expect(parseTheme(JSON.stringify(published))).toEqual(theme)
})

test.each([null, '', 'null', '[]', '"Dawn"', '{', '{"name":""}', '{"name":{"a":1}}'])(
  'anything else is not a theme: %s',
  (text) => {
    expect(parseTheme(text)).toBeNull()
  },
)
