import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderTemplate, splitTemplate, TEMPLATE_FIELDS } from './templates.ts'

const values = { store: 'Lamp & Co', country: 'Germany', theme: null }

test('fields are replaced by the values of the store, also twice and next to each other', () => {
  expect(renderTemplate('{store}{country}: hello {store}!', values)).toEqual({
    text: 'Lamp & CoGermany: hello Lamp & Co!',
    missing: [],
  })
})

test('a field without a value stays as it is written, and is named once', () => {
  expect(renderTemplate('{theme}, {app} and {theme}', values)).toEqual({
    text: '{theme}, {app} and {theme}',
    missing: ['theme', 'app'],
  })
})

test('other braces are text, and a value is never read as a field', () => {
  const odd = '{ store } {Store} {price} {constructor} {{store}} }{'
  expect(renderTemplate(odd, { store: '{country}', country: 'Germany' })).toEqual({
    text: '{ store } {Store} {price} {constructor} {{country}} }{',
    missing: [],
  })
})

test('the parts of any text join to what is rendered', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom(...TEMPLATE_FIELDS.map((key) => `{${key}}`)))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const parts = splitTemplate(text, values)
      const joined = parts.map((part) => (part.kind === 'missing' ? `{${part.field}}` : part.text))
      expect(renderTemplate(text, values).text).toBe(joined.join(''))
      expect(splitTemplate(text, {}).length).toBeGreaterThanOrEqual(text === '' ? 0 : 1)
    }),
  )
})
