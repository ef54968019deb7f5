import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorStatus } from '#contracts/errors.ts'
import { languages } from '#i18n/languages.ts'
import { ApiError } from '#web/api/api-error.ts'
import { errorKeyOf } from './error-text.ts'

test.each(languages)('%s has a text for every error code', async (language) => {
  const file = new URL(`../../../i18n/locales/${language}/errors.json`, import.meta.url)
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  expect(Object.keys(errorStatus).filter((code) => !texts[code]?.trim())).toEqual([])
})

const failed = (code: string, status: number) => new ApiError(code, '', { status, requestId: null })

test.each([
  ['the server', failed('internal', 500), 'internal'],
  ['a busy server', failed('overloaded', 503), 'overloaded'],
  ['the connection', failed('network', 0), 'network'],
  ['an unreadable answer', failed('malformed_response', 200), 'networkOrServer'],
  ['a refusal of a newer server', failed('code_of_tomorrow', 400), 'networkOrServer'],
  ['code that did not load', new TypeError('Importing a module script failed.'), 'network'],
  ['the page', new Error('x'), 'unexpected'],
])('our own text blames %s', (_, error, key) => {
  expect(errorKeyOf(error)).toBe(key)
})
