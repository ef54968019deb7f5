import { expect, test } from 'vitest'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { emailKeyOf, parseAddress } from './email-address.ts'

test('all spellings of an address share one key', { tags: ['check-90'] }, () => {
  expect(emailKeyOf('  Ada@Example.TEST ')).toBe('ada@example.test')
  expect(emailKeyOf('jose\u0301@example.test')).toBe(emailKeyOf('jos\u00e9@example.test'))
})

test(
  'letters that only some languages fold never turn into a different address',
  { tags: ['check-90'] },
  () => {
    const keys = [
      'info@example.test',
      '\u0131nfo@example.test',
      '\u0130nfo@example.test',
      'stra\u00dfe@example.test',
      'strasse@example.test',
      '\u212ael@example.test',
      'kel@example.test',
    ]
    // The Kelvin sign is canonically the letter K: NFC itself says that these two are the same
    // text.
    expect(new Set(keys.map(emailKeyOf)).size).toBe(keys.length - 1)
    expect(emailKeyOf('\u212ael@example.test')).toBe('kel@example.test')
    expect(emailKeyOf('INFO@EXAMPLE.TEST')).toBe('info@example.test')
  },
)

test.each([
  ['a@b.c', true],
  ['ada+lamps@mail.example.test', true],
  ['jos\u00e9@b\u00fccher.example', true],
  ['ada@example', false],
  ['a b@example.test', false],
  ['a@b@example.test', false],
  ['ada,bob@example.test', false],
  ['Ada <ada@example.test>', false],
  ['"ada"@example.test', false],
  ['ada@-example.test', false],
  ['ada@example..test', false],
  ['ada\u200b@example.test', false],
])('forms and server agree whether %j is an address: %s', { tags: ['contact-rule.email-format'] }, (text, isOne) => {
  const parse = () => parseAddress(text)
  expect(isEmail(text)).toBe(isOne)
  if (isOne) expect(parse()).toBe(text)
  else expect(parse).toThrow('invalid_email')
}) // prettier-ignore
