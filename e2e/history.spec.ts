import type { Locator, Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { daysAgo } from './days.ts'
import { expect, test } from './fixtures.ts'
import { listScreen } from './list-screen.ts'
import { openAlive } from './walk.ts'

const texts = textsOf('en')
const { t } = texts
const STEPS = 10
/** The browser puts a page back where it was, to a few pixels. */
const SCROLL_PX = 5

test.use({ visitor: 'pro' })
test.describe.configure({ timeout: 120_000 })

test('Back and Forward lead through ten steps of any kind to the same addresses, rows and places', async ({
  page,
}) => {
  const random = randomOf(Date.now() % 100_000)
  test.info().annotations.push({ type: 'seed', description: String(random.seed) })
  await openAlive(
    page,
    `/list?mode=range&startDate=${daysAgo(28)}&endDate=${daysAgo(1)}&filterStartDate=${daysAgo(28)}&filterEndDate=${daysAgo(1)}`,
  )
  const seen = [await look(page)]
  for (let step = 0; step < STEPS; step += 1) {
    const address = page.url()
    await goOn(page, random.next)
    await expect(page).not.toHaveURL(address)
    const there = await look(page)
    // Somewhere down the page, as somebody leaves it.
    await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), random.next())
    seen.push({ ...there, scroll: await page.evaluate(() => scrollY) })
  }
  for (const was of seen.toReversed().slice(1)) await expectBack(page, () => page.goBack(), was)
  for (const was of seen.slice(1)) await expectBack(page, () => page.goForward(), was)
})

type Place = { address: string; rows: string[]; scroll: number }

async function look(page: Page): Promise<Place> {
  // The address changes before the page does: until nothing is left to be drawn, the names may be those of the page before.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expect(namesOn(page).first()).toBeVisible()
  const rows = await namesOn(page).allInnerTexts()
  return { address: page.url(), rows, scroll: 0 }
}

/** The rows of a list, or the name of what is on a page of its own. */
const namesOn = (page: Page): Locator => page.locator('main [data-row-link], main h1')

async function expectBack(page: Page, go: () => Promise<unknown>, was: Place): Promise<void> {
  await go()
  await expect(page).toHaveURL(was.address)
  await expect(namesOn(page)).toHaveText(was.rows)
  await expect
    .poll(() => page.evaluate(() => scrollY), `${was.address} is scrolled as it was`)
    .toBeGreaterThanOrEqual(was.scroll - SCROLL_PX)
  expect(await page.evaluate(() => scrollY)).toBeLessThanOrEqual(was.scroll + SCROLL_PX)
}

/** One of the links and buttons that lead somewhere, whatever the page is. */
async function goOn(page: Page, random: () => number): Promise<void> {
  const list = listScreen(page, texts)
  const main = page.getByRole('main')
  const isList = new URL(page.url()).pathname === '/list'
  const ways = isList
    ? [
        list.view('stores'),
        list.view('leads'),
        list.view('products'),
        list.options('country').nth(Math.floor(random() * 3)),
        list.options('category').nth(Math.floor(random() * 3)),
        list.rows.nth(Math.floor(random() * 5)),
        list.rows.first(),
      ]
    : [
        page
          .getByRole('navigation', { name: t('navigation:main') })
          .getByRole('link')
          .first(),
        main.getByRole('tab', { name: t('store-details:tabs.products') }),
        main.locator('a[href^="/product/"]').first(),
        main.locator('a[href^="/store/"], a[href^="/list"]').first(),
      ]
  for (;;) {
    const way = ways[Math.floor(random() * ways.length)]
    const isThere = way && (await way.isVisible()) && !(await way.evaluate(isHere))
    if (!isThere) continue
    // A press by the pointer would scroll to it first.
    await way.dispatchEvent((await way.getAttribute('role')) === 'tab' ? 'mousedown' : 'click', { button: 0 })
    return
  }
}

/** In the page: a press would lead to where one is. */
function isHere(element: Element): boolean {
  const isChosen =
    element.getAttribute('aria-current') === 'page' || element.getAttribute('aria-selected') === 'true'
  return isChosen || (element instanceof HTMLAnchorElement && element.href === location.href)
}

/** Mulberry32: small, and the same for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return {
    seed,
    next(): number {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
  }
}
