import { expect, test } from 'vitest'
import { errorStatus } from '#contracts/errors.ts'
import { languages } from '#i18n/languages.ts'
import { languageOf, readErrorMessages } from './error-messages.ts'

const say = readErrorMessages()

test('every code has a text in every language', () => {
  const missing = languages.flatMap((language) =>
    Object.keys(errorStatus).filter(
      (code) =>
        say(language, code) === code ||
        (language !== 'en' && say(language, code) === say('en', code)),
    ),
  )
  expect(missing).toEqual([])
})

test(
  'a key without a text is shown as is, even when all files are missing',
  { tags: ['check-99'] },
  () => {
    expect(say('de', 'no_such_key')).toBe('no_such_key')
    expect(readErrorMessages('/nowhere')('de', 'not_found')).toBe('not_found')
  },
)

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['xx,pt-BR;q=0.5', 'pt'],
  ['xx', 'en'],
  [undefined, 'en'],
])('accept-language %s asks for %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
