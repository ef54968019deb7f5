import { expect, test } from 'vitest'
import { parseTheme } from './technology-section.tsx'

test('a theme shows the name its makers gave it, its version and the merchant’s own name', () => {
  expect(
    parseTheme('{"name":"Jolly theme live","schemaName":"Impact","schemaVersion":"4.0.2"}'),
  ).toEqual({
    name: 'Impact',
    version: '4.0.2',
    ownName: 'Jolly theme live',
  })
})

test('a theme with the same name twice shows it once', () => {
  expect(parseTheme('{"name":"Dawn","schemaName":"Dawn","schemaVersion":null}')).toEqual({
    name: 'Dawn',
    version: null,
    ownName: null,
  })
})

test('a theme without a name from its makers goes by the merchant’s name, without a version', () => {
  expect(parseTheme('{"name":"Copy of Debut","schemaName":null,"schemaVersion":"1"}')).toEqual({
    name: 'Copy of Debut',
    version: null,
    ownName: null,
  })
})

test.each([null, '', 'null', '[]', '"Dawn"', '{', '{"name":""}', '{"name":{"a":1}}'])(
  'anything else is not a theme: %s',
  (text) => {
    expect(parseTheme(text)).toBeNull()
  },
)
