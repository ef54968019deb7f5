import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { heading, link, openHydrated } from './page.ts'

const { t } = textsOf('en')
const SETTLE_MS = 500

test(
  'by keyboard a reader searches, opens a result, follows its contents, and returns to the search',
  { tag: ['@const.blog-search-debounce', '@routes.article-by-slug'] },
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/articles/search')) asked.push(request.url())
    })
    await page.clock.install()
    await openHydrated(page, '/blog')
    const keys = keyboard(page)
    const search = page.getByRole('searchbox', { name: t('blog:sidebar.search') })

    await keys.tabTo(search)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.type('"trending" means')
    await page.clock.runFor(SETTLE_MS - 1)
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.resume()
    await expect(page).toHaveURL(/\/blog\?q=/)
    const found = page.getByRole('search').getByRole('link').first()
    await expect(found.locator('mark')).toHaveText(['trending', 'means'])

    await keys.press(found)
    await expect(page).toHaveURL(/\/blog\/what-trending-means-here$/)
    await expect(heading(page)).toContainText('“trending”')
    const contents = page.getByRole('navigation', { name: t('components:textPage.contents') })
    const entry = contents.getByRole('link').nth(2)
    const name = (await entry.textContent()) ?? ''
    await keys.press(entry)
    const section = page.getByRole('heading', { level: 2, name, exact: true })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
    await expect(entry).toHaveAttribute('aria-current', 'location')
    // Further down, the reader is in another section.
    await page.keyboard.press('End')
    await expect(entry).not.toHaveAttribute('aria-current')

    await page.goBack()
    await page.goBack()
    await expect(search).toHaveValue('"trending" means')
    await expect(found).toBeVisible()
  },
)

test(
  'a reader pages through a category and the blog; search and contents also work without script',
  { tag: ['@routes.blog', '@routes.blog-category'] },
  async ({ browser, page, baseURL }) => {
    await openHydrated(page, '/blog')
    await link(page, t('blog:category.name.tutorial')).click()
    await expect(page).toHaveURL(/\/blog\/category\/tutorial$/)
    await expect(heading(page)).toHaveText(t('blog:category.name.tutorial'))
    const pages = page.getByRole('navigation', { name: t('components:pagination.label') })
    const articles = page.getByRole('main').getByRole('article')
    await expect(articles).toHaveCount(6)
    const first = (await articles.first().textContent()) ?? ''
    await link(pages, t('components:pagination.next')).click()
    await expect(page).toHaveURL(/\?page=2#/)
    await expect(link(pages, t('components:pagination.page', { page: 2 }))).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(articles.first()).not.toHaveText(first)
    await page.goBack()
    await expect(articles.first()).toHaveText(first)

    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    })
    const plain = await context.newPage()
    await plain.goto('/blog')
    await plain.getByRole('searchbox').fill('trending')
    await plain.getByRole('searchbox').press('Enter')
    await plain.getByRole('search').getByRole('link').first().click()
    await plain.setViewportSize({ width: 400, height: 800 })
    await plain.getByRole('group').getByText(t('components:textPage.contents')).click()
    const contents = plain.getByRole('navigation', { name: t('components:textPage.contents') })
    await contents.getByRole('link').first().click()
    await expect(plain).toHaveURL(/#.+$/)
    await expect(plain.getByRole('heading', { level: 2 }).first()).toBeInViewport()
    await context.close()
  },
)
