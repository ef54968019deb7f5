import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PASSWORD_LENGTH, meetsAllRules } from '#contracts/accounts/credentials.ts'
import { withoutMiddle } from '#contracts/accounts/common-passwords.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertHashable, assertRulesMet, assertUncommon, FILTER_FILE, hasKey } from './password.ts'

const OWNER = { email: 'ada.byron@engines.example', name: 'Ada Byron' }

const verdictOn = (password: string): string => {
  try {
    assertRulesMet(password, 'password')
    assertUncommon(password, OWNER, 'password')
    return 'good'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.field).toBe('password')
    return error.code
  }
}

const VERDICTS = {
  weak_password: [
    'Aa1!bcd',
    'lower-case-7!',
    'UPPER-CASE-7!',
    'No-Digits-here!',
    'NoSpecial7here',
    `Aa1!${'\u{1f511}'.repeat(125)}`,
  ],
  common_password: [
    'P@ssw0rd1!',
    'Pa$$word123',
    '!Password12345678',
    '1qaz@WSX',
    'Qwerty123!@#',
    'PasswordPassword1!',
    'Summer2026!',
    'Şifre123!',
    'Contraseña1!',
    'Byron!1815!',
    'AdaByron#1',
    'Ada.Byron1',
    'Engines2026!',
    'Storedawn1!',
    // Of known breaches, as they are and as the rules make people spell them.
    'Jhon@ta2011',
    'Mosquito@13',
    'L58jkdjP!',
    '!Mnbvcxz-1',
  ],
  good: [
    `Aa1!${'\u{1f511}'.repeat(124)}`,
    '  Two sp4ces around!  ',
    'Correct-horse-7!',
    'Mosquito@14x',
  ],
}

test.each(
  Object.entries(VERDICTS).flatMap(([verdict, passwords]) =>
    passwords.map((password) => [password, verdict] as const),
  ),
)('the verdict on %s is %s', { tags: ['check-22'] }, (password, verdict) => {
  expect(verdictOn(password)).toBe(verdict)
})

test('common passwords decorated to meet the rules are refused', { tags: ['check-22'] }, () => {
  const words =
    'password dragon monkey letmein iloveyou football princess welcome ' +
    'sommer azerty fenerbahce contrasena flamengo bonjour schatz hallo'
  const decorations = '1 12 123 1234 12345 007 69 2025 2026 1990 01 321'.split(' ')
  const signs = ['!', '@', '#', '$', '.', '!!']
  const forms = words.split(' ').flatMap((word) =>
    decorations.flatMap((digits) =>
      signs.flatMap((sign) => {
        const capital = word.charAt(0).toUpperCase() + word.slice(1)
        const stoodIn = capital.replaceAll('o', '0').replaceAll('s', '$').replaceAll('e', '3')
        return [
          capital + digits + sign,
          capital + sign + digits,
          sign + capital + digits,
          stoodIn + digits + sign,
        ]
      }),
    ),
  )
  const possible = forms.filter(meetsAllRules)
  expect(possible.length).toBeGreaterThan(3_000)
  expect(possible.filter((password) => verdictOn(password) !== 'common_password')).toEqual([])
})

test(
  'characters that expand to 18 letters neither hide a common word nor make the comparison long',
  { tags: ['check-22'] },
  () => {
    expect(verdictOn(`${'…'.repeat(100)}Password1!`)).toBe('common_password')
    expect(verdictOn(`!1Password${'…'.repeat(100)}`)).toBe('common_password')
    expect(verdictOn(`Correct-horse-7!${'\ufdfa'.repeat(100)}`)).toBe('good')
    for (const text of ['\ufdfa'.repeat(128).normalize('NFKD'), '.'.repeat(400), 'a'])
      expect(withoutMiddle(text).length).toBeLessThanOrEqual(MAX_PASSWORD_LENGTH)
  },
)

test('the filter of breached passwords is the one that its description names, below 300 kB', () => {
  const filter = readFileSync(FILTER_FILE)
  const about = JSON.parse(readFileSync(FILTER_FILE.replace('.bin', '.json'), 'utf8'))
  const filterSha256 = createHash('sha256').update(filter).digest('hex')
  expect(about).toMatchObject({ keys: 100_000, bytes: filter.length, filterSha256 })
  expect(filter.length).toBeLessThanOrEqual(300_000)
  const chance = Array.from({ length: 50_000 }, (_, at) => `no such password ${at}`)
  expect(chance.filter((text) => hasKey(filter, text)).length).toBeLessThan(10)
})

test('a generated password is never called common', () => {
  const signs = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!@#$%^&*']
  const random = fc.array(fc.constantFrom(...signs), { minLength: 14, maxLength: 40 })
  fc.assert(
    fc.property(random, (parts) => {
      expect(verdictOn(parts.join(''))).not.toBe('common_password')
    }),
    // One seed: a filter takes one in a hundred thousand for a breached one.
    { seed: 7 },
  )
})

test('an overlong password is refused before it is hashed', { tags: ['check-22'] }, () => {
  expect(() => assertHashable('x'.repeat(1024), 'password')).not.toThrow()
  expect(() => assertHashable('\u{1f511}'.repeat(257), 'password')).toThrow('invalid_request')
})
