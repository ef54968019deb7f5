import type { Page } from '@playwright/test'
import { textsOf, type Texts } from '#testing/texts.ts'
import { JOURNEY_LANGUAGES } from './scope.ts'
import { expect, test } from './fixtures.ts'
import { buttonWith, link } from './page.ts'

const NARROW = { width: 320, height: 640 }
const people = {
  guest: {
    name: 'Gale Marsh',
    email: 'guest@demo.storedawn.test',
    bar: [
      ['sample', '/sample'],
      ['pricing', '/pricing'],
      ['contact', '/contact'],
    ],
    entries: [
      ['home', '/'],
      ['sample', '/sample'],
      ['pricing', '/pricing'],
      ['contact', '/contact'],
      ['settings', '/settings'],
    ],
  },
  pro: {
    name: 'Petra Lind',
    email: 'pro@demo.storedawn.test',
    bar: [
      ['dashboard', '/app'],
      ['contact', '/contact'],
    ],
    entries: [
      ['home', '/'],
      ['dashboard', '/app'],
      ['saved', '/saved'],
      ['contact', '/contact'],
      ['settings', '/settings'],
    ],
  },
} as const

for (const language of JOURNEY_LANGUAGES) {
  const texts = textsOf(language)
  const { t } = texts

  test.describe(`in ${language}`, () => {
    test(
      'a visitor finds prices, sign-in, sign-up and the language menu',
      { tag: ['@header.out-login', '@header.out-get-started'] },
      async ({ page }) => {
        const { banner, bar, logo, announcement, languageButton } = headerOf(page, texts)
        await page.goto(`/?lang=${language}`)
        await expect(bar.getByRole('link')).toHaveText([
          t('navigation:sample'),
          t('navigation:pricing'),
        ])
        await expect(link(banner, t('navigation:login'))).toHaveAttribute('href', '/login')
        await expect(link(banner, t('navigation:getStarted'))).toHaveAttribute('href', '/register')
        await expect(logo).toHaveAttribute('href', '/')
        await expect(languageButton).toBeVisible()
        await expect(announcement.getByRole('link')).toHaveAttribute('href', '/login')
        await link(bar, t('navigation:pricing')).click()
        await expect(page).toHaveURL(/\/pricing/)
        await expect(bar.getByRole('link')).toHaveText([t('navigation:sample')])
      },
    )

    for (const visitor of ['guest', 'pro'] as const) {
      const person = people[visitor]
      test.describe(`as ${visitor}`, () => {
        test.use({ visitor })

        test(
          'bar, menu and logo match the account',
          {
            tag: [
              '@product.user-kinds',
              '@header.menu-name',
              '@header.menu-email',
              '@header.menu-plan-badge',
            ],
          },
          async ({ page }) => {
            const { banner, bar, logo, announcement, menuButton } = headerOf(page, texts)
            await page.goto(`/?lang=${language}`)
            const menu = await openMenu(page, menuButton)
            await expect(menu).toContainText(person.name)
            await expect(menu).toContainText(person.email)
            await expect(
              menu.getByText(t(`navigation:plan.${visitor}`), { exact: true }),
            ).toBeVisible()
            await expectMenu(page, texts, person.entries)
            await page.keyboard.press('Escape')
            await expectLinks(bar, texts, person.bar)
            await expect(logo).toHaveAttribute('href', '/app')
            await expect(announcement).toHaveCount(0)
            await expect(link(banner, t('navigation:login'))).toHaveCount(0)
            await expect(
              page.getByRole('main').locator('a[href="/register"], a[href="/login"]'),
            ).toHaveCount(0)
          },
        )
      })
    }

    test.describe('on a small phone', () => {
      test.use({ viewport: NARROW, hasTouch: true })

      test(
        'a menu holds a visitor’s prices, sign-in and sign-up, next to the language button',
        { tag: ['@header.out-mobile-menu', '@header.mobile-language'] },
        async ({ page }) => {
          const { banner, languageButton } = headerOf(page, texts)
          await page.goto(`/?lang=${language}`)
          await expect(languageButton).toBeVisible()
          await expect(banner.getByRole('link')).toHaveCount(1) // the logo
          await buttonWith(banner, t('navigation:openMenu')).click()
          const menu = page.getByRole('dialog', { name: t('navigation:menu') })
          await expect(menu.getByRole('link')).toHaveText([
            t('navigation:sample'),
            t('navigation:pricing'),
            t('navigation:getStarted'),
            t('navigation:login'),
          ])
          await link(menu, t('navigation:pricing')).click()
          await expect(page).toHaveURL(/\/pricing/)
          await expect(menu).toBeHidden()
        },
      )
    })
  })
}

const texts = textsOf('en')

test.describe('as a member', () => {
  test.use({ visitor: 'pro' })

  test.describe('on a small phone', () => {
    test.use({ viewport: NARROW, hasTouch: true })

    test('the menu replaces the bar, beside a link back', async ({ page }) => {
      const { banner, bar, menuButton, languageButton } = headerOf(page, texts)
      await page.goto('/list')
      const back = banner.getByRole('link', { name: texts.t('navigation:back'), exact: true })
      await expect(back).toHaveAttribute('href', '/app')
      await expect(bar).toBeHidden()
      await expect(languageButton).toBeVisible()
      await openMenu(page, menuButton)
      await expectMenu(page, texts, people.pro.entries, [texts.t('navigation:palette')])
    })
  })

  test.describe('when the server is down', () => {
    test.use({ expectedComplaints: [/status of 503 .*logout/] })

    test(
      'signing out still forgets the session and leads home',
      { tag: ['@auth.logout-always-clears'] },
      async ({ page }) => {
        // Refused before it reaches the server: the session stays valid for the other tests.
        await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503 }))
        await page.goto('/app')
        await openMenu(page, headerOf(page, texts).menuButton)
        await page.getByRole('menuitem', { name: texts.t('navigation:logout') }).click()
        await expect(page).toHaveURL(/\/$/)
        await expect(link(headerOf(page, texts).banner, texts.t('navigation:login'))).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull()
      },
    )
  })

  test.describe('when the plan cannot be loaded', () => {
    test.use({ expectedComplaints: [/status of 404 .*plans\/current/] })

    test(
      'the header and the guard treat the account as a guest',
      { tag: ['@roles.menu-no-plan-pricing'] },
      async ({ page }) => {
        await page.route('**/api/plans/current', (route) => route.fulfill({ status: 404 }))
        await page.goto('/app')
        await expect(page).toHaveURL(/\/pricing$/)
        // A page that opens closes the menu of the one before.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.t('pricing:title'))
        const { menuButton } = headerOf(page, texts)
        const menu = await openMenu(page, menuButton)
        await expect(
          menu.getByText(texts.t('navigation:plan.guest'), { exact: true }),
        ).toBeVisible()
        await expectMenu(page, texts, people.guest.entries)
      },
    )
  })
})

function headerOf(page: Page, { t }: Texts) {
  const banner = page.getByRole('banner')
  return {
    banner,
    bar: banner.getByRole('navigation', { name: t('navigation:main'), includeHidden: true }),
    logo: link(banner, t('navigation:toHome')),
    languageButton: buttonWith(banner, t('navigation:language')),
    menuButton: buttonWith(banner, t('navigation:accountMenu')),
    announcement: page.getByRole('complementary', { name: t('announcement:label') }),
  }
}

async function openMenu(page: Page, button: ReturnType<Page['getByRole']>) {
  await button.click()
  return page.getByRole('menu')
}

type Links = readonly (readonly [
  'home' | 'dashboard' | 'saved' | 'sample' | 'pricing' | 'contact' | 'settings',
  string,
])[]

/** `deeds`: the actions between the links and the logout button. */
async function expectMenu(
  page: Page,
  { t }: Texts,
  entries: Links,
  deeds: readonly string[] = [],
): Promise<void> {
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items).toHaveText([
    ...entries.map(([name]) => t(`navigation:${name}`)),
    ...deeds,
    t('navigation:logout'),
  ])
  for (const [at, [, target]] of entries.entries())
    await expect(items.nth(at)).toHaveAttribute('href', target)
}

async function expectLinks(
  bar: ReturnType<Page['getByRole']>,
  { t }: Texts,
  links: Links,
): Promise<void> {
  await expect(bar.getByRole('link')).toHaveText(links.map(([name]) => t(`navigation:${name}`)))
  for (const [at, [, target]] of links.entries())
    await expect(bar.getByRole('link').nth(at)).toHaveAttribute('href', target)
}
