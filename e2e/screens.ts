import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import type { Sample } from './fixtures.ts'
import type { Visitor } from './world.ts'

type Ready = (page: Page, texts: Texts) => Promise<unknown>
type Screen = { name: string; path: string | ((sample: Sample) => string); isReady: Ready }
type Row = readonly [name: string, path: Screen['path'], isReady: Ready]
type Key = Parameters<Texts['t']>[0]

const heading =
  (key: Key): Ready =>
  (page, { t }) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(t(key))

const text =
  (key: Key): Ready =>
  (page, { t }) =>
    expect(page.getByText(t(key)).first()).toBeVisible()

const element =
  (selector: string): Ready =>
  (page) =>
    expect(page.locator(selector).first()).toBeVisible()

const ofVisitors: readonly Row[] = [
  [
    'landing',
    '/',
    async (page, texts) => {
      await heading('hero:title')(page, texts)
      await expect(page.locator('.veil').first()).toBeHidden()
    },
  ],
  ['sample', '/sample', text('sample:opened.text')],
  ['pricing', '/pricing', heading('pricing:title')],
  ['about', '/about', heading('about:title')],
  ['privacy', '/privacy', heading('privacy:title')],
  ['terms', '/terms', heading('terms:title')],
  ['login', '/login', heading('forms:login.title')],
  ['not found', '/no/such/page', heading('pages:notFound.title')],
  ['contact', '/contact', heading('contact:hero.title')],
  ['freshness', '/freshness', heading('freshness:title')],
  ['lead score', '/lead-score', heading('score:page.title')],
  ['opt-out', '/opt-out', heading('opt-out:title')],
  ['blog', '/blog', heading('blog:hero.title')],
  ['category', '/blog/category/tutorial?q=store', heading('blog:category.name.tutorial')],
  // With contents, a table and code.
  ['article', '/blog/1', text('blog:article.related')],
  ['payment for visitors', '/payment-success?success=true', heading('payment:signedOut.title')],
  [
    'product for visitors',
    ({ product }) => `/product/${product.id}`,
    heading('product-detail:access.signIn.title'),
  ],
  ['settings for visitors', '/settings/user', text('settings:signedOut.title')],
]

const ofMembers: readonly Row[] = [
  ['dashboard', '/app?startDate=2026-10-15&endDate=2026-11-10', text('date-picker:search')],
  ['list', '/list', element('main [data-row-link]')],
  ['leads', '/list?view=leads', element('main a[href^="mailto:"]')],
  ['own leads', '/leads', element('[data-stage]')],
  ['products of the list', '/list?view=products', element('main [data-row-link]')],
  ['pre-launch stores', '/list?view=prelaunch&scope=all', element('main [data-row-link]')],
  ['empty list', '/list?mode=single&date=2020-01-01', text('list:empty.title')],
  [
    'niche pulse',
    '/pulse?by=country&value=US',
    async (page, texts) => {
      await heading('pulse:title')(page, texts)
      await element('canvas')(page, texts)
    },
  ],
  ['niche', '/pulse/all/US', element('canvas')],
  ['store details', ({ store }) => `/list/${store.slug}`, text('store-details:sections.launch')],
  [
    'store products',
    ({ store }) => `/list/${store.slug}?tab=products`,
    (page) => expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible(),
  ],
  [
    'store timeline',
    ({ store }) => `/list/${store.slug}?tab=timeline`,
    async (page, texts) => {
      await text('store-details:timeline.end')(page, texts)
      const filter = page
        .locator('details')
        .filter({ hasText: texts.t('store-details:timeline.filter') })
      await filter.evaluate((details: HTMLDetailsElement) => (details.open = true))
      await expect(filter.getByRole('checkbox').first()).toBeVisible()
    },
  ],
  [
    'weights of the score',
    '/score?view=leads',
    async (page, texts) => {
      await heading('score:title')(page, texts)
      await expect(page.locator('main [data-store]').first()).toBeAttached()
    },
  ],
  [
    'changes',
    // Of these there is more than a page from the first minute on.
    '/changes?kinds=found',
    async (page, texts) => {
      await heading('changes:title')(page, texts)
      await expect(page.getByRole('button', { name: texts.t('changes:more') })).toBeVisible()
    },
  ],
  ['not these', '/exclusions', heading('exclusions:title')],
  [
    'product across stores',
    ({ clusterId }) => `/products/${clusterId}`,
    text('product-detail:cluster.stores.title'),
  ],
  ['product', ({ product }) => `/product/${product.id}`, text('product-detail:description.title')],
  ['user settings', '/settings/user', text('settings:devices.everywhere')],
  ['plan management', '/settings/plan', text('settings:plan.invoices.none')],
  [
    'preferences',
    '/settings/preferences',
    (page) => expect(page.getByRole('switch')).toBeEnabled(),
  ],
  ['keys, webhooks and feeds', '/settings/api', heading('settings:menu.api')],
  ['settings of the brief', '/settings/brief', heading('settings:menu.brief')],
  ['delivery log', '/settings/deliveries', text('deliveries:outcomes.failed')],
]

const ofOperators = (
  [
    'overview',
    'accounts',
    'messages',
    'optOuts',
    'deliveries',
    'bounces',
    'jobs',
    'limits',
    'features',
    'audit',
  ] as const
).map((section): Row => [
  `console, ${section}`,
  section === 'overview'
    ? '/operator'
    : `/operator/${section === 'optOuts' ? 'opt-outs' : section}`,
  async (page, texts) => {
    await heading(`operator:menu.${section}`)(page, texts)
    // Blocks, and a list without entries, have a heading of the second level.
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  },
])

const rows: Record<Exclude<Visitor, 'guest'>, readonly Row[]> = {
  anonymous: ofVisitors,
  pro: ofMembers,
  plus: [['follows', '/saved/follows', text('follows:about')]],
  operator: ofOperators,
}

export const screensOf = (visitor: keyof typeof rows): Screen[] =>
  rows[visitor].map(([name, path, isReady]) => ({ name, path, isReady }))

/** The 404 page answers with 404, which the browser reports. */
export const SCREENS_COMPLAIN = [/status of 404 .*\/no\/such\/page/]

/**
 * Loads the screen, or goes there from the screen that is open as a link does: without the scripts,
 * the styles and the session all over again.
 */
export async function openScreen(
  page: Page,
  screen: Screen,
  sample: Sample,
  texts: Texts,
  by: 'load' | 'link' = 'load',
): Promise<void> {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(sample)
  const address = `${path}${path.includes('?') ? '&' : '?'}lang=${texts.language}`
  if (by === 'load' || page.url() === 'about:blank') await page.goto(address)
  else await page.evaluate(follow, address)
  await expect(page.locator('html')).toHaveAttribute('lang', texts.language)
  await screen.isReady(page, texts)
}

export async function switchLanguage(page: Page, language: Texts['language']): Promise<void> {
  await page.evaluate((lang) => {
    const address = new URL(location.href)
    address.searchParams.set('lang', lang)
    history.replaceState(history.state, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Runs in the page: the router sees the event as it sees the browser's own buttons. */
export function follow(address: string): void {
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}
