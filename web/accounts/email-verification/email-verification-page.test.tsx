import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { EmailVerificationPage } from './email-verification-page.tsx'

const { t } = textsOf('en')
const titleAt = (search: string) =>
  /<h1[^>]*>([^<]*)</.exec(
    renderScreen(<EmailVerificationPage />, {
      address: `/email-verification${search}`,
      visitor: 'anonymous',
    }),
  )?.[1]

test.each([
  ['', t('forms:verify.check.title')],
  ['?email=a@b.test', t('forms:verify.check.title')],
  ['?lang=de', t('forms:verify.check.title')],
  ['?token=abc', t('forms:verify.loading')],
  ['?token=abc&email=a@b.test', t('forms:verify.loading')],
])('at /email-verification%s the server sends “%s”', (search, title) => {
  expect(titleAt(search)).toBe(title)
})
