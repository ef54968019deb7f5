import { expect, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import type { Sample } from './fixtures.ts'
import type { Visitor } from './world.ts'

export type Screen = {
  name: string
  visitor: Visitor
  path: (sample: Sample) => string
  isReady: (page: Page, texts: Texts) => Promise<unknown>
}

const heading =
  (key: Parameters<Texts['t']>[0]) =>
  (page: Page, { t }: Texts) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(t(key))

const text =
  (key: Parameters<Texts['t']>[0]) =>
  (page: Page, { t }: Texts) =>
    expect(page.getByText(t(key)).first()).toBeVisible()

export const screens: readonly Screen[] = [
  {
    name: 'landing',
    visitor: 'anonymous',
    path: () => '/',
    isReady: async (page, texts) => {
      await heading('hero:title')(page, texts)
      await expect(page.locator('.veil').first()).toBeHidden()
    },
  },
  {
    name: 'sample',
    visitor: 'anonymous',
    path: () => '/sample',
    isReady: text('sample:opened.text'),
  },
  {
    name: 'pricing',
    visitor: 'anonymous',
    path: () => '/pricing',
    isReady: heading('pricing:title'),
  },
  { name: 'about', visitor: 'anonymous', path: () => '/about', isReady: heading('about:title') },
  {
    name: 'privacy',
    visitor: 'anonymous',
    path: () => '/privacy',
    isReady: heading('privacy:title'),
  },
  { name: 'terms', visitor: 'anonymous', path: () => '/terms', isReady: heading('terms:title') },
  {
    name: 'login',
    visitor: 'anonymous',
    path: () => '/login',
    isReady: heading('forms:login.title'),
  },
  {
    name: 'not found',
    visitor: 'anonymous',
    path: () => '/no/such/page',
    isReady: heading('pages:notFound.title'),
  },
  {
    name: 'contact',
    visitor: 'anonymous',
    path: () => '/contact',
    isReady: heading('contact:hero.title'),
  },
  {
    name: 'freshness',
    visitor: 'anonymous',
    path: () => '/freshness',
    isReady: heading('freshness:title'),
  },
  {
    name: 'lead score',
    visitor: 'anonymous',
    path: () => '/lead-score',
    isReady: heading('score:page.title'),
  },
  {
    name: 'opt-out',
    visitor: 'anonymous',
    path: () => '/opt-out',
    isReady: heading('opt-out:title'),
  },
  { name: 'blog', visitor: 'anonymous', path: () => '/blog', isReady: heading('blog:hero.title') },
  {
    name: 'category',
    visitor: 'anonymous',
    path: () => '/blog/category/tutorial?q=store',
    isReady: heading('blog:category.name.tutorial'),
  },
  {
    name: 'article',
    visitor: 'anonymous',
    // With contents, a table and code.
    path: () => '/blog/1',
    isReady: text('blog:article.related'),
  },
  {
    name: 'payment for visitors',
    visitor: 'anonymous',
    path: () => '/payment-success?success=true',
    isReady: heading('payment:signedOut.title'),
  },
  {
    name: 'product for visitors',
    visitor: 'anonymous',
    path: ({ product }) => `/product/${product.id}`,
    isReady: heading('product-detail:access.signIn.title'),
  },
  {
    name: 'dashboard',
    visitor: 'pro',
    path: () => '/app?startDate=2026-10-15&endDate=2026-11-10',
    isReady: text('date-picker:search'),
  },
  {
    name: 'list',
    visitor: 'pro',
    path: () => '/list',
    isReady: (page) =>
      expect(page.getByRole('main').locator('[data-row-link]').first()).toBeVisible(),
  },
  {
    name: 'leads',
    visitor: 'pro',
    path: () => '/list?view=leads',
    isReady: (page) =>
      expect(page.getByRole('main').locator('a[href^="mailto:"]').first()).toBeVisible(),
  },
  {
    name: 'own leads',
    visitor: 'pro',
    path: () => '/leads',
    isReady: (page) => expect(page.locator('[data-stage]').first()).toBeVisible(),
  },
  {
    name: 'products of the list',
    visitor: 'pro',
    path: () => '/list?view=products',
    isReady: (page) =>
      expect(page.getByRole('main').locator('[data-row-link]').first()).toBeVisible(),
  },
  {
    name: 'pre-launch stores',
    visitor: 'pro',
    path: () => '/list?view=prelaunch&scope=all',
    isReady: (page) =>
      expect(page.getByRole('main').locator('[data-row-link]').first()).toBeVisible(),
  },
  {
    name: 'empty list',
    visitor: 'pro',
    path: () => '/list?mode=single&date=2020-01-01',
    isReady: text('list:empty.title'),
  },
  {
    name: 'niche pulse',
    visitor: 'pro',
    path: () => '/pulse?by=country&value=US',
    isReady: async (page, texts) => {
      await heading('pulse:title')(page, texts)
      await expect(page.locator('canvas').first()).toBeVisible()
    },
  },
  {
    name: 'niche',
    visitor: 'pro',
    path: () => '/pulse/all/US',
    isReady: (page) => expect(page.locator('canvas').first()).toBeVisible(),
  },
  {
    name: 'store details',
    visitor: 'pro',
    path: ({ store }) => `/list/${store.slug}`,
    isReady: text('store-details:sections.launch'),
  },
  {
    name: 'store products',
    visitor: 'pro',
    path: ({ store }) => `/list/${store.slug}?tab=products`,
    isReady: (page) =>
      expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'store timeline',
    visitor: 'pro',
    path: ({ store }) => `/list/${store.slug}?tab=timeline`,
    isReady: async (page, texts) => {
      await text('store-details:timeline.end')(page, texts)
      const filter = page
        .locator('details')
        .filter({ hasText: texts.t('store-details:timeline.filter') })
      await filter.evaluate((element: HTMLDetailsElement) => (element.open = true))
      await expect(filter.getByRole('checkbox').first()).toBeVisible()
    },
  },
  {
    name: 'weights of the score',
    visitor: 'pro',
    path: () => '/score?view=leads',
    isReady: async (page, texts) => {
      await heading('score:title')(page, texts)
      await expect(page.locator('main [data-store]').first()).toBeAttached()
    },
  },
  {
    name: 'changes',
    visitor: 'pro',
    // Of these there is more than a page from the first minute on.
    path: () => '/changes?kinds=found',
    isReady: async (page, texts) => {
      await heading('changes:title')(page, texts)
      await expect(page.getByRole('button', { name: texts.t('changes:more') })).toBeVisible()
    },
  },
  {
    name: 'not these',
    visitor: 'pro',
    path: () => '/exclusions',
    isReady: heading('exclusions:title'),
  },
  {
    name: 'product across stores',
    visitor: 'pro',
    path: ({ clusterId }) => `/products/${clusterId}`,
    isReady: text('product-detail:cluster.stores.title'),
  },
  {
    name: 'product',
    visitor: 'pro',
    path: ({ product }) => `/product/${product.id}`,
    isReady: text('product-detail:description.title'),
  },
  {
    name: 'settings for visitors',
    visitor: 'anonymous',
    path: () => '/settings/user',
    isReady: text('settings:signedOut.title'),
  },
  {
    name: 'user settings',
    visitor: 'pro',
    path: () => '/settings/user',
    isReady: text('settings:devices.everywhere'),
  },
  {
    name: 'plan management',
    visitor: 'pro',
    path: () => '/settings/plan',
    isReady: text('settings:plan.invoices.none'),
  },
  {
    name: 'preferences',
    visitor: 'pro',
    path: () => '/settings/preferences',
    isReady: (page) => expect(page.getByRole('switch')).toBeEnabled(),
  },
  {
    name: 'keys, webhooks and feeds',
    visitor: 'pro',
    path: () => '/settings/api',
    isReady: heading('settings:menu.api'),
  },
  {
    name: 'settings of the brief',
    visitor: 'pro',
    path: () => '/settings/brief',
    isReady: heading('settings:menu.brief'),
  },
  {
    name: 'follows',
    visitor: 'plus',
    path: () => '/saved/follows',
    isReady: text('follows:about'),
  },
  {
    name: 'delivery log',
    visitor: 'pro',
    path: () => '/settings/deliveries',
    isReady: text('deliveries:outcomes.failed'),
  },
  ...(
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
  ).map((section): Screen => ({
    name: `console, ${section}`,
    visitor: 'operator',
    path: () =>
      section === 'overview'
        ? '/operator'
        : `/operator/${section === 'optOuts' ? 'opt-outs' : section}`,
    isReady: async (page, texts) => {
      await heading(`operator:menu.${section}`)(page, texts)
      // Blocks, and a list without entries, have a heading of the second level.
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    },
  })),
]

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
  const path = screen.path(sample)
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
