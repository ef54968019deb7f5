import { expect, test } from 'vitest'
import { getPlanStatus, getPrices, listInvoices } from '#contracts/billing/plans.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { languageInfo, languages } from '#i18n/languages.ts'
import { given, plain, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { ChangeTerms } from './change-dialog.tsx'
import { PendingChangeNotice } from './plan-notices.tsx'
import { PlanPage } from './plan-page.tsx'

type Options = NonNullable<Parameters<typeof renderScreen>[1]>

const RENEWS = '2026-12-22T10:00:00.000Z'
const { t } = textsOf('en')

const subscription = {
  productName: 'plus',
  renewsAt: RENEWS,
  billingCycle: 'monthly' as const,
  price: 79_00,
  currency: 'USD' as const,
  status: 'active' as const,
  cancelAtPeriodEnd: false,
  scheduledChange: null,
}
const scheduledChange = { productName: 'pro', billingCycle: 'yearly', startsAt: RENEWS }
const invoice = {
  id: 'in_1',
  number: 'SD-7',
  status: 'paid',
  amountMinor: 40_13,
  currency: 'USD',
  issuedAt: '2026-11-22T10:00:00.000Z',
  url: 'https://pay.example/in_1',
}

/** The plans arrive in no particular order. */
const statusOf = (planName: string, more: object = {}) => ({
  planName,
  currentSubscription: null,
  currency: 'USD',
  availablePlans: (['plus', 'guest', 'pro'] as const).map((name) => ({
    productName: name,
    description: '',
    currentPlan: name === planName,
    canUpgradeTo: name === 'plus',
    variants: (['yearly', 'monthly'] as const).map((billingCycle) => ({
      billingCycle,
      price: name === 'guest' ? 0 : defaultPriceList.USD[name][billingCycle],
      currentVariant: false,
    })),
  })),
  ...more,
})

const render = (status: unknown, options: Options = {}, listed: unknown = { invoices: [] }) =>
  renderScreen(<PlanPage />, {
    answers: [given(getPlanStatus, status), given(listInvoices, listed)],
    ...options,
  })
const subscribed = (more: object = {}) =>
  statusOf('plus', { currentSubscription: { ...subscription, ...more } })

const cards = (html: string) => html.split('<ol')[1]?.split('</ol>')[0]?.split('<li').slice(1) ?? []
const buttonOf = (card: string | undefined) => /<button[^>]*>/.exec(card ?? '')?.[0] ?? ''
const nameOf = (card: string) => /<h3[^>]*>([^<]*)/.exec(card)?.[1]

test('a text says that the plan is loading', { tags: ['settings-plan.loading'] }, () => {
  expect(renderScreen(<PlanPage />)).toContain(t('settings:plan.loading'))
})

test(
  'the current plan shows its price, its next billing date and the way to billing',
  { tags: ['settings-plan.current-card'] },
  () => {
    const text = plain(render(subscribed()))
    expect(text).toContain(`Plus ${t('settings:plan.standing.active')}`)
    expect(text).toContain('Price $79 per month')
    expect(text).toContain('Next billing date Dec 22, 2026')
    expect(text).toContain(t('settings:plan.manage'))
    expect(text).not.toContain(t('settings:plan.nothingToManage'))
  },
)

test(
  'the three cards are Guest, Pro and Plus, and Plus is the most popular',
  { tags: ['settings-plan.three-cards', 'settings-plan.most-popular'] },
  () => {
    const all = cards(render(statusOf('guest')))
    expect(all.map(nameOf)).toEqual(['Guest', 'Pro', 'Plus'])
    expect(all.map((card) => card.includes(t('pricing:popular')))).toEqual([false, false, true])
    expect(all.map((card) => card.includes(t('errors:plan_plus')))).toEqual([false, false, true])
  },
)

test.each(['guest', 'pro', 'plus'])(
  'the button of the current plan is disabled: %s',
  { tags: ['plan-actions.current-disabled'] },
  (plan) => {
    const current = cards(render(statusOf(plan))).find((card) =>
      card.includes(t('pricing:current')),
    )
    expect(nameOf(current ?? '')?.toLowerCase()).toBe(plan)
    expect(buttonOf(current)).toContain('disabled=""')
  },
)

test.each(languages)(
  '%s: switching the billing cycle changes the prices, which are whole numbers',
  { tags: ['plan-actions.toggle-price', 'const.plan-api-cents'] },
  (language) => {
    const texts = textsOf(language)
    const { currency } = languageInfo[language]
    const { planPrice } = createFormats(language)
    const [monthly, annual] = ['', '?billing=annual'].map((query) =>
      cards(
        render({ ...statusOf('guest'), currency }, { language, address: `/settings/plan${query}` }),
      ),
    )
    for (const [at, month, perMonth, total] of [
      [1, 39, 29, 349],
      [2, 79, 46, 549],
    ] as const) {
      expect(monthly?.[at]).toContain(planPrice(month))
      expect(monthly?.[at]).toContain(texts.t('pricing:billedMonthly'))
      expect(annual?.[at]).toContain(`>${planPrice(perMonth)}<`)
      expect(annual?.[at]).toContain(texts.t('pricing:billedAnnually', { total: planPrice(total) }))
    }
    expect(monthly?.[0]).toContain(texts.t('settings:plan.free'))
  },
)

test('a yearly subscriber sees yearly prices by default', () => {
  const html = render(subscribed({ billingCycle: 'yearly', price: 549_00 }))
  expect(plain(html)).toContain('Price $549 per year')
  expect(cards(html)[1]).toContain('$349 billed once a year')
  expect(cards(render(subscribed({ billingCycle: 'yearly' }), { address: '/?billing=monthly' }))[1]).toContain('$39')
}) // prettier-ignore

test.each([
  ['cancelled', { cancelAtPeriodEnd: true }, 'Plus ends on Dec 22, 2026', 'Keep Plus'],
  ['planned to change', { scheduledChange }, 'Pro, billed annually, begins on Dec 22, 2026', 'Undo the change'],
  ['due', { status: 'past_due' }, 'Your last payment failed', 'Manage billing'],
])('a subscription that is %s says so and offers what can be done', (_, more, title, action) => {
  const text = plain(render(subscribed(more)))
  expect(text).toContain(title)
  expect(text).toContain(action)
}) // prettier-ignore

test('an ending plan names no next billing date, and a blocked button is described by the reason', () => {
  const html = render(subscribed({ cancelAtPeriodEnd: true }))
  expect(plain(html)).toContain('Ends on Dec 22, 2026')
  expect(plain(html)).not.toContain(t('settings:plan.next'))
  expect(plain(cards(html)[0] ?? '')).toContain('From Dec 22, 2026')
  expect(buttonOf(cards(html)[1])).toMatch(/aria-describedby="plan-notice" disabled=""/)
})

test('a granted plan costs nothing, cannot be cancelled and has nothing to manage', () => {
  const html = render(statusOf('plus'))
  expect(plain(html)).toContain(t('settings:plan.given'))
  expect(plain(html)).toContain(t('settings:plan.givenHint'))
  expect(plain(html)).toContain(t('settings:plan.nothingToManage'))
  for (const at of [0, 1]) expect(buttonOf(cards(html)[at])).toContain('disabled=""')
})

test(
  'a plan that fails to load is replaced by an example marked as one, with a retry',
  { tags: ['errors.plan-status', 'const.fallback-price', 'const.fallback-billing-date'] },
  () => {
    for (const options of [
      { answers: [given(getPlanStatus, new Error('no answer'))] },
      { answers: [], isOnline: false },
    ] satisfies Options[]) {
      const html = render(null, options)
      const text = plain(html)
      expect(text).toContain(t('settings:plan.sample.title'))
      expect(text).toContain(t('settings:plan.sample.text'))
      expect(text).toContain(t('errors:retry'))
      expect(text).toContain('$49 per month')
      expect(text).toContain('Next billing date Jan 15, 2027')
      expect(nameOf(cards(html).find((card) => card.includes(t('pricing:current'))) ?? '')).toBe(
        'Pro',
      )
      for (const card of cards(html)) expect(buttonOf(card)).toContain('disabled=""')
    }
    const annual = render(null, {
      answers: [given(getPlanStatus, new Error('no'))],
      address: '/?billing=annual',
    })
    expect(plain(annual)).toContain('$38 per month')
  },
)

test('visitors see the plans at the prices of their language, with every button disabled', () => {
  const html = renderScreen(<PlanPage />, {
    visitor: 'anonymous',
    answers: [given(getPrices, { prices: defaultPriceList })],
    language: 'de',
  })
  expect(plain(html)).toContain(textsOf('de').t('settings:signedOut.title'))
  expect(cards(html)[1]).toContain(createFormats('de').planPrice(39))
  for (const card of cards(html))
    expect(buttonOf(card)).toMatch(/aria-describedby="settings-banner" disabled=""/)
})

test('an invoice shows its date, number, state and amount to the cent, and links to the provider', () => {
  const html = render(subscribed(), {}, { invoices: [invoice] })
  expect(plain(html)).toMatch(/Nov 22, 2026 +Invoice SD-7.*Paid.*\$40\.13/)
  expect(html).toMatch(/<a href="https:\/\/pay\.example\/in_1" target="_blank"/)
})

test.each([
  ['none yet', { invoices: [] }, t('settings:plan.invoices.none')],
  ['a failure', new Error('no answer'), t('settings:plan.invoices.failed')],
])('the invoice list reports %s', (_, answer, text) => {
  expect(plain(render(subscribed(), {}, answer))).toContain(text)
})

test('a guest who once paid can still reach billing', () => {
  const html = render(statusOf('guest'), {}, { invoices: [invoice] })
  expect(plain(html)).not.toContain(t('settings:plan.nothingToManage'))
})

test.each([
  ['now', 40_13, /begins right away.*Current plan Plus, \$79 per month.*Begins Right away.*Charged today \$40\.13/],
  ['period_end', 0, /You keep Plus until.*New plan Pro, \$349 per year.*Begins Dec 22, 2026.*Charged today Nothing/],
] as const)('the terms of a change that begins %s state its cost and its start', (takesEffect, dueNowMinor, terms) => {
  const quote = { takesEffect, dueNowMinor, effectiveAt: RENEWS, currency: 'USD', price: 349_00, quotedAt: RENEWS } as const
  const choice = { planId: 'pro', billingCycle: 'yearly' } as const
  const html = renderScreen(<ChangeTerms subscription={subscription} quote={quote} choice={choice} />)
  expect(plain(html)).toMatch(terms)
}) // prettier-ignore

test('a payment that needs a bank confirmation links to it', () => {
  const notice = (bankUrl: string | null) => {
    const change = { planId: 'plus', billingCycle: 'monthly', bankUrl } as const
    return renderScreen(<PendingChangeNotice change={change} onDismiss={() => undefined} />)
  }
  expect(notice('https://pay.example/confirm')).toMatch(
    /href="https:\/\/pay\.example\/confirm" target="_blank"/,
  )
  expect(plain(notice(null))).toContain('Plus is being switched on')
})
