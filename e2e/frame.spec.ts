import type { Page } from '@playwright/test'
import { textsOf, type Texts } from '#testing/texts.ts'
import { expect, type Sample, test } from './fixtures.ts'
import { DEMO_PASSWORD, DEMO_PRO, loginScreen } from './login-screen.ts'
import { buttonWith, link } from './page.ts'

const texts = textsOf('en')
const { t } = texts
const DESK = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }
const [SLIM_PX, OPEN_PX] = [80, 196]
const DEEP = '/list?view=leads&country=DE,US'

type Word = Parameters<Texts['t']>[0] & `navigation:work.${string}`
const screens: readonly [path: (sample: Sample) => string, current: Word][] = [
  [() => '/app', 'navigation:work.today'],
  [() => '/list', 'navigation:work.stores'],
  [() => '/list?view=leads', 'navigation:work.leads'],
  [() => '/leads', 'navigation:work.leads'],
  [() => '/list?view=products', 'navigation:work.products'],
  [({ store }) => `/list/${store.slug}`, 'navigation:work.stores'],
  [({ store }) => `/store/${store.id}`, 'navigation:work.stores'],
  [({ product }) => `/product/${product.id}`, 'navigation:work.products'],
  [({ clusterId }) => `/products/${clusterId}`, 'navigation:work.products'],
  [() => '/pulse', 'navigation:work.pulse'],
  [() => '/changes', 'navigation:work.changes'],
  [() => '/saved', 'navigation:work.saved'],
  [() => '/saved/products', 'navigation:work.saved'],
  [() => '/settings/user', 'navigation:work.settings'],
  [() => '/settings/plan', 'navigation:work.settings'],
  [() => '/settings/api', 'navigation:work.api'],
]

const work = (page: Page) => page.getByRole('navigation', { name: t('navigation:work.label') })

const leftEdge = (page: Page) =>
  page.evaluate(() => {
    const content = document.querySelector('main .page')
    if (!content) return null
    return content.getBoundingClientRect().left + parseFloat(getComputedStyle(content).paddingLeft)
  })

test.describe('a member', () => {
  test.use({ visitor: 'pro', viewport: DESK })

  test(
    'finds the rail on every screen of work, with one left edge and without a footer',
    { tag: ['@banner.hidden-logged-in'] },
    async ({ page, sample }) => {
      for (const [pathOf, word] of screens) {
        const path = pathOf(sample)
        await page.goto(path)
        const current = work(page).locator('[aria-current]')
        await expect(current, path).toHaveText(t(word))
        await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
        expect(await leftEdge(page), path).toBe(SLIM_PX + 20)
        await expect(page.getByRole('contentinfo'), path).toHaveCount(0)
        await expect(
          page.getByRole('complementary', { name: t('announcement:label') }),
        ).toHaveCount(0)
      }
      await page.goto('/contact')
      await expect(work(page)).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    },
  )

  test('goes by the rail to each screen, and the header keeps Dashboard and Contact', async ({
    page,
  }) => {
    await page.goto('/list')
    const bar = page.getByRole('banner').getByRole('navigation', { name: t('navigation:main') })
    await expect(bar.getByRole('link')).toHaveText([
      t('navigation:dashboard'),
      t('navigation:contact'),
    ])
    for (const name of [
      'leads',
      'products',
      'pulse',
      'changes',
      'saved',
      'api',
      'today',
    ] as const) {
      await work(page)
        .getByRole('link', { name: t(`navigation:work.${name}`), exact: true })
        .click()
      await expect(work(page).locator('[aria-current]')).toHaveText(t(`navigation:work.${name}`))
    }
    await expect(page).toHaveURL(/\/app$/)
    await expect(link(work(page), t('navigation:work.console'))).toHaveCount(0)
  })

  test('unfolds the rail, which stays so without a jump', async ({ page }) => {
    await page.goto('/pulse')
    const widthOf = () => work(page).evaluate((rail) => rail.getBoundingClientRect().width)
    expect(await widthOf()).toBe(SLIM_PX)
    await buttonWith(work(page), t('navigation:work.expand')).press('Enter')
    const fold = buttonWith(work(page), t('navigation:work.fold'))
    await expect(fold).toBeFocused()
    expect(await widthOf()).toBe(OPEN_PX)

    await page.addInitScript(() => {
      // Of the first paint, before the script of the page.
      addEventListener('DOMContentLoaded', () => {
        const left = document.querySelector('main')?.getBoundingClientRect().left
        sessionStorage.setItem('first-left', String(left))
      })
    })
    await page.reload()
    expect(await page.evaluate(() => sessionStorage.getItem('first-left'))).toBe(String(OPEN_PX))
    expect(await widthOf()).toBe(OPEN_PX)
    await fold.click()
    expect(await widthOf()).toBe(SLIM_PX)
    await page.reload()
    expect(await widthOf()).toBe(SLIM_PX)
  })

  test('prints without rail and bars, and keeps the title', async ({ page }) => {
    await page.goto('/pulse')
    await page.emulateMedia({ media: 'print' })
    await expect(work(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().left)).toBe(
      0,
    )
  })

  test('is offered today’s stores first among the prices', async ({ page }) => {
    await page.goto('/pricing')
    const open = page.getByRole('main').getByRole('link').first()
    await expect(open).toHaveText(t('pricing:arrival.open'))
    await open.click()
    await expect(page).toHaveURL(/\/list\?mode=single&date=/)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true })

    test('has the screens under the thumb, and the rest behind More', async ({ page }) => {
      await page.goto('/list?view=leads')
      const bar = work(page)
      await expect(bar).toHaveCount(1) // the rail is hidden from everyone
      await expect(bar.getByRole('link')).toHaveText(
        (['today', 'stores', 'leads', 'products'] as const).map((name) =>
          t(`navigation:work.${name}`),
        ),
      )
      await expect(bar.locator('[aria-current]')).toHaveText(t('navigation:work.leads'))
      const { height = 0, y = 0 } = (await bar.boundingBox()) ?? {}
      expect(y + height).toBe(PHONE.height)

      await buttonWith(bar, t('navigation:work.more')).click()
      const sheet = page.getByRole('dialog', { name: t('navigation:work.label') })
      await link(sheet, t('navigation:work.pulse')).click()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL(/\/pulse$/)
      await expect(bar.locator('[aria-current]')).toHaveText(t('navigation:work.more'))

      // The end of the page can be scrolled above the bar.
      const room = await page
        .getByRole('main')
        .evaluate((main) => parseFloat(getComputedStyle(main).paddingBottom))
      expect(room).toBeGreaterThanOrEqual(height - 1)
    })
  })
})

test.describe('a visitor with a bookmark', () => {
  test('logs in on the way and arrives at that very place', async ({ page }) => {
    await page.goto(DEEP)
    await expect(page).toHaveURL(/\/pricing$/)
    const main = page.getByRole('main')
    await expect(
      main.getByText(t('pricing:arrival.way', { place: t('navigation:work.leads') })),
    ).toBeVisible()
    await expect(link(main, t('pricing:arrival.login'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await expect(
      page.getByText(t('forms:login.way', { place: t('navigation:work.leads') })),
    ).toBeVisible()
    await loginScreen(page, texts).signIn(DEMO_PRO, DEMO_PASSWORD)
    await expect(page).toHaveURL((url) => url.pathname + url.search === DEEP)
    // Once: the next login leads to the prices again.
    expect(await page.evaluate(() => localStorage.getItem('way'))).toBeNull()
  })

  test('arrives there from a panel too, which keeps its address', async ({ page }) => {
    await page.goto('/saved/products')
    await link(page.getByRole('main'), t('saved:access.signIn.action')).click()
    await loginScreen(page, texts).signIn(DEMO_PRO, DEMO_PASSWORD)
    await expect(page).toHaveURL(/\/saved\/products$/)
  })
})

test('who has had an account here is asked to log in for a plan, not to sign up again', async ({
  page,
}) => {
  await page.goto('/pricing')
  const plus = link(page.getByRole('main'), t('pricing:choose', { plan: 'Plus' }))
  await expect(plus).toHaveAttribute('href', '/register')
  // As a sign-in leaves it, also after the logout.
  await page.evaluate(() => localStorage.setItem('hasAccount', '1'))
  await page.reload()
  await plus.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(t('forms:login.choosing'))).toBeVisible()
})

test.describe('a guest with a bookmark', () => {
  test.use({ visitor: 'guest' })

  test('reads among the prices where the way led, and what it takes', async ({ page }) => {
    await page.goto('/app')
    await expect(page).toHaveURL(/\/pricing$/)
    const main = page.getByRole('main')
    await expect(
      main.getByText(t('pricing:arrival.way', { place: t('navigation:work.today') })),
    ).toBeVisible()
    await expect(main.getByText(t('pricing:arrival.upgrade'))).toBeVisible()
    await expect(link(main, t('pricing:arrival.login'))).toHaveCount(0)
  })
})
