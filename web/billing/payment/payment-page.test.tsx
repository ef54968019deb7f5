import { expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { apiError } from '#testing/api-error.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { PaymentPage, PaymentScreen } from './payment-page.tsx'
import type { PaymentView } from './payment-status.ts'

const { t } = textsOf('en')
const page = (search: string, visitor: 'guest' | 'anonymous' | 'checking' = 'checking') =>
  renderScreen(<PaymentPage />, { address: `/payment-success${search}`, visitor })
const screen = (view: PaymentView, language: (typeof languages)[number] = 'en') =>
  renderScreen(<PaymentScreen view={view} onRetry={() => undefined} />, {
    visitor: 'guest',
    language,
  })
const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]

test(
  'a payment return first shows a payment in process to every visitor',
  { tags: ['payment.processing'] },
  () => {
    for (const visitor of ['guest', 'anonymous', 'checking'] as const)
      expect(heading(page('?checkout_id=1', visitor))).toBe('Processing Payment...')
  },
)

test('without a payment id the page says that no payment is in progress', () => {
  for (const search of ['', '?success=false', '?status=failed'])
    expect(heading(page(search))).toBe(t('payment:none.title'))
})

const busy = apiError('overloaded', 503, { requestId: 'abc-1' })
const DASHBOARD = 'href="/app"'
const PLANS = 'href="/pricing"'
const AGAIN = t('payment:again')
const LEADS_ON = t('payment:redirect.soon')

test.each<[PaymentView, has: string[], hasNot: string[]]>([
  [{ kind: 'processing' }, ['aria-live="polite"'], [DASHBOARD, PLANS, AGAIN, LEADS_ON]],
  [{ kind: 'received', isLate: false }, [t('payment:received.close')], [DASHBOARD, AGAIN, LEADS_ON]],
  [{ kind: 'received', isLate: true }, [t('payment:received.late'), AGAIN], [DASHBOARD, LEADS_ON]],
  [{ kind: 'successful', planName: 'plus', account: 'loading' }, ['Plus', DASHBOARD, LEADS_ON], ['Plan updated']],
  [{ kind: 'successful', planName: 'plus', account: 'updated' }, ['Plan updated', DASHBOARD, LEADS_ON, t('payment:redirect.stop')], []],
  [{ kind: 'successful', planName: 'pro', account: 'stale' }, ['Pro', DASHBOARD, LEADS_ON], ['Plan updated']],
  [{ kind: 'unpaid' }, [AGAIN, PLANS], [DASHBOARD, LEADS_ON]],
  [{ kind: 'closed', planName: 'guest' }, [PLANS, 'mira@storedawn.test'], [DASHBOARD, LEADS_ON]],
  [{ kind: 'closed', planName: 'plus' }, [DASHBOARD], [PLANS, LEADS_ON]],
  [{ kind: 'unknown', planName: 'guest' }, [PLANS, 'mira@storedawn.test'], [DASHBOARD, LEADS_ON]],
  [{ kind: 'unknown', planName: 'pro' }, [DASHBOARD, LEADS_ON], [PLANS]],
  [{ kind: 'unchecked', error: busy }, [AGAIN, LEADS_ON, t('errors:overloaded'), 'abc-1'], [PLANS]],
  [{ kind: 'offline' }, [AGAIN], [DASHBOARD, LEADS_ON]],
  [{ kind: 'signedOut' }, ['href="/login"'], [DASHBOARD, LEADS_ON]],
])('%o offers the possible actions and claims no more than is known', { tags: ['payment.dashboard-button'] }, (view, has, hasNot) => {
  const html = screen(view)
  expect(heading(html)).toBe(t(`payment:${view.kind}.title`))
  for (const text of has) expect(html).toContain(text)
  for (const text of [...hasNot, ...(view.kind === 'successful' ? [] : ['Plan updated', 'Successful'])])
    expect(html).not.toContain(text)
}) // prettier-ignore

test.each(languages)('%s: the title, the plan and the seconds are in the language', (language) => {
  const { t: own, locale } = textsOf(language)
  const html = screen({ kind: 'successful', planName: 'plus', account: 'updated' }, language)
  expect(html).toContain(`<title>${own('payment:successful.title')} · Storedawn</title>`)
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  expect(html).toContain(own('payment:redirect.running', { time: time.format(3) }))
})
