import { expect, test } from 'vitest'
import { errorStatus } from '#contracts/errors.ts'
import { languages } from '#i18n/languages.ts'
import { readLocale } from '#i18n/read-locale.ts'
import { apiError } from '#testing/api-error.ts'
import { errorKeyOf } from './error-text.ts'

test.each(languages)('%s has a text for every error code', (language) => {
  const texts = readLocale(language, 'errors') as Record<string, string>
  expect(Object.keys(errorStatus).filter((code) => !texts[code]?.trim())).toEqual([])
})

test.each([
  ['the server', apiError('internal', 500), 'internal'],
  ['a busy server', apiError('overloaded', 503), 'overloaded'],
  ['the connection', apiError('network', 0), 'network'],
  ['an unreadable answer', apiError('malformed_response', 200), 'networkOrServer'],
  ['a refusal of a newer server', apiError('code_of_tomorrow', 400), 'networkOrServer'],
  ['code that did not load', new TypeError('Importing a module script failed.'), 'network'],
  ['the page', new Error('x'), 'unexpected'],
])('our own text blames %s', (_, error, key) => {
  expect(errorKeyOf(error)).toBe(key)
})
