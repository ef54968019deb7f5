import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { isCommon } from './common-passwords.ts'
import { PasswordRulesList } from './password-input.tsx'

const { t } = textsOf('en')
const UNCOMMON = t('forms:password.rules.uncommon')

const stateOf = (password: string, isCommonPassword?: boolean | null) =>
  new RegExp(`${UNCOMMON}<span[^>]*>: (\\w[\\w ]*)<`).exec(
    renderScreen(
      <PasswordRulesList
        id="rules"
        password={password}
        {...(isCommonPassword !== undefined && { isCommon: isCommonPassword })}
      />,
    ),
  )?.[1]

test.each([
  ['Summer2026!', true],
  ['P@ssw0rd1!', true],
  ['AdaByron#1', true],
  ['Storedawn1!', true],
  ['Daybreak!2026', false],
  ['Correct-horse-7!', false],
])('browser and server agree on whether %s is common: %s', (password, expected) => {
  expect(isCommon(password, ['ada@engines.example', 'Ada Byron'])).toBe(expected)
})

test.each([
  ['Summer2026!', true, t('forms:password.ruleOpen')],
  ['Daybreak!2026', false, t('forms:password.ruleMet')],
  // Another rule is broken, or the list has not loaded yet.
  ['daybreak', false, t('forms:password.ruleOpen')],
  ['Daybreak!2026', null, t('forms:password.ruleOpen')],
])(
  'for the new password %s (common: %s) the sixth rule is %s',
  (password, isCommonPassword, state) => {
    expect(stateOf(password, isCommonPassword)).toBe(state)
  },
)

test('the list has only five rules without a check for common passwords', () => {
  expect(stateOf('Summer2026!')).toBeUndefined()
})
