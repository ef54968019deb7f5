import { beforeAll, expect, test, vi } from 'vitest'
import { getPlanStatus, getPrices } from '#contracts/billing/plans.ts'
import { defaultPriceList } from '#contracts/billing/price-list.ts'
import { languages } from '#i18n/languages.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { checkout, savedChoice } from './plan-action.tsx'
import { below, PricingPage, PricingWhenLoaded } from './pricing-page.tsx'

beforeAll(() => Promise.all([below, checkout, savedChoice].map(({ prepare }) => prepare())))

type Options = NonNullable<Parameters<typeof renderScreen>[1]>

const prices = given(getPrices, { prices: defaultPriceList })
const render = (options: Options = {}) =>
  renderScreen(<PricingPage />, { visitor: 'anonymous', answers: [prices], ...options })
function card(html: string, name: string): string {
  const [, after = ''] = html.split(`<section aria-label="${name}"`)
  return after.split('</section>')[0] ?? ''
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' ')

test.each(languages)(
  '%s: both billing cycles show the exact prices in the currency of the language',
  { tags: ['pricing.annual-per-month', 'pricing.annual-save-label', 'pricing.annual-total'] },
  (language) => {
    const { t } = textsOf(language)
    const { planPrice, capitalised } = createFormats(language)
    const monthly = render({ language })
    const annual = render({ language, address: '/pricing?billing=annual' })
    for (const [plan, month, perMonth, total] of [
      ['pro', 39, 29, 349],
      ['plus', 79, 46, 549],
    ] as const) {
      const name = t(`pricing:plans.${plan}.name`)
      expect(card(monthly, name)).toContain(planPrice(month))
      expect(card(monthly, name)).not.toContain(planPrice(total))
      expect(card(annual, name)).toContain(planPrice(perMonth))
      expect(plain(card(annual, name))).toContain(
        plain(t('pricing:billedAnnually', { total: planPrice(total) })),
      )
      expect(plain(card(annual, name))).toContain(
        plain(capitalised(t('pricing:save', { amount: planPrice(month * 12 - total) }))),
      )
    }
    expect(plain(card(annual, t('pricing:plans.custom.name'))).replace(/^[^>]*>/, '')).not.toMatch(
      /\d/,
    )
  },
)

test('the last call to action leads a guest to the plans without losing the billing period', () => {
  const html = render({ visitor: 'guest', address: '/pricing?billing=annual' })
  expect(html).toContain('href="/pricing?billing=annual#plans"')
})

test(
  'the plans lead visitors to sign-up, the custom plan to a message, the last call to action to the login',
  { tags: ['pricing.final-cta'] },
  () => {
    const html = render()
    expect(card(html, 'Pro')).toContain('href="/register"')
    expect(card(html, 'Plus')).toContain('href="/register"')
    expect(card(html, 'Custom')).toContain('href="/contact?subject=Custom"')
    expect(html).toMatch(/See what opened today.*href="\/login"[^>]*>Open today’s list/s)
  },
)

test('a signed-in user sees the current plan marked and may choose another', () => {
  const pro = render({ visitor: 'pro' })
  expect(card(pro, 'Pro')).toMatch(/disabled="".*Your plan/s)
  expect(card(pro, 'Plus')).toMatch(/href="\/settings\/plan".*Choose Plus/s)
  const guest = render({ visitor: 'guest' })
  expect(card(guest, 'Plus')).toMatch(/<button[^>]*type="button".*Choose Plus/s)
  for (const html of [pro, guest]) expect(html).not.toMatch(/href="\/(login|register)"/)
})

test('only a guest who chose a plan before sign-up is offered it again, at the price that is charged', () => {
  const kept = { value: { plan: 'plus', billing: 'annual' }, atMs: Date.now() }
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) })
  const { t } = textsOf('en')
  const offer = t('pricing:resume.annual', { plan: 'Plus', price: '$549' })
  expect(render({ visitor: 'guest' })).toContain(offer)
  expect(render({ visitor: 'guest', answers: [] })).not.toContain(t('pricing:resume.pay'))
  for (const visitor of ['pro', 'anonymous', 'checking'] as const)
    expect(render({ visitor })).not.toContain(t('pricing:resume.pay'))
  vi.stubGlobal('localStorage', { getItem: () => null })
  expect(render({ visitor: 'guest' })).not.toContain(t('pricing:resume.pay'))
})

test('a subscriber sees the currency of the subscription', () => {
  const status = given(getPlanStatus, { currency: 'TRY' })
  expect(card(render({ visitor: 'pro', answers: [prices, status] }), 'Plus')).toContain('TRY')
  expect(card(render({ visitor: 'guest', answers: [prices, status] }), 'Plus')).toContain('$79')
})

test('a price that fails to load is reported, and no amount is shown', () => {
  const failed = render({ answers: [given(getPrices, new Error('no answer'))] })
  expect(card(failed, 'Pro')).toContain('The price could not be loaded.')
  expect(card(failed, 'Pro')).not.toMatch(/\$\d/)
  expect(card(render({ answers: [] }), 'Pro')).toContain('bone')
})

test(
  'the slides, the table and the questions all render without script',
  { tags: ['pricing.benefits-carousel'] },
  () => {
    const html = render()
    const { t } = textsOf('en')
    expect(html).toContain(t('pricing:audiences.items.makers.title'))
    expect(html).toContain(t('pricing:benefits.items.measured.title'))
    expect(html.match(/<details name="([^"]+)"/g)).toHaveLength(8)
    expect(new Set(html.match(/<details name="([^"]+)"/g)).size).toBe(1)
    expect(html.match(/<details[^>]* open=""/g)).toHaveLength(1)
    expect(html.match(/<h1/g)).toHaveLength(1)
  },
)

test('the skeleton shows until the texts have loaded', { tags: ['pricing.skeleton'] }, () => {
  const screenWith = (texts: Promise<unknown> | null) =>
    renderScreen(<PricingWhenLoaded texts={texts} />, { answers: [prices] })
  const waiting = screenWith(new Promise(() => undefined))
  expect(waiting).toContain('aria-busy="true"')
  expect(waiting).not.toContain('<h1')
  expect(screenWith(null)).toContain('<h1')
})
