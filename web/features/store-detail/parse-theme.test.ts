import { expect, test } from 'vitest'
import { parseTheme } from './parse-theme.ts'

test('a theme is called as its makers call it, with its version and the merchant’s own name', () => {
  expect(parseTheme('{"name":"Jolly theme live","schemaName":"Impact","schemaVersion":"4.0.2"}')).toEqual({
    name: 'Impact',
    version: '4.0.2',
    ownName: 'Jolly theme live',
  })
})

test('the same name twice is said once', () => {
  expect(parseTheme('{"name":"Dawn","schemaName":"Dawn","schemaVersion":null}')).toEqual({
    name: 'Dawn',
    version: null,
    ownName: null,
  })
})

test('without the makers’ name the merchant’s name stands, without a version', () => {
  expect(parseTheme('{"name":"Copy of Debut","schemaName":null,"schemaVersion":"1"}')).toEqual({
    name: 'Copy of Debut',
    version: null,
    ownName: null,
  })
})

test.each([null, '', 'null', '[]', '"Dawn"', '{', '{"name":""}', '{"name":{"a":1}}'])(
  'anything else is no theme: %s',
  (text) => {
    expect(parseTheme(text)).toBeNull()
  },
)
