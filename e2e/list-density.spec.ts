import type { Locator, Page } from '@playwright/test'
import { isFullRun } from '#testing/full-run.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { listScreen } from './list-screen.ts'
import { shiftsOf, watchShifts } from './fit.ts'
import { button, buttonWith, heading, link, open, untilIdle } from './page.ts'
import { FIT_LANGUAGES } from './scope.ts'
import { switchLanguage } from './screens.ts'

const texts = textsOf('en')
const ROWS = 'main tbody tr:has([data-row-link])'

test.use({ visitor: 'pro', viewport: { width: 1366, height: 768 } })

test.describe('the first screen of the list', () => {
  for (const { width, height, least, row, isPhone } of [
    { width: 1366, height: 768, least: 12, row: 40, isPhone: false },
    { width: 1920, height: 1080, least: 20, row: 40, isPhone: false },
    { width: 390, height: 844, least: 10, row: 58, isPhone: true },
  ]) {
    test.describe(`at ${width} × ${height}`, () => {
      test.use({ viewport: { width, height }, hasTouch: isPhone })

      test(`shows at least ${least} whole rows of ${row} px below a bar of at most 56 px, and nothing shifts`, async ({
        page,
      }) => {
        await watchShifts(page)
        await open(page, '/list', texts)
        await expect(page.locator(ROWS).nth(least - 1)).toBeVisible()
        await untilIdle(page)
        const seen = await measure(page)
        expect(seen.whole).toBeGreaterThanOrEqual(least)
        expect(seen.heights).toEqual([row])
        expect(seen.bar).toBeLessThanOrEqual(56)
        expect(seen.isWide).toBe(false)
        expect(await shiftsOf(page)).toBeLessThanOrEqual(0.05)
      })
    })
  }
})

test('contacts of a row are links, and so is the shop’s own address', async ({ page }) => {
  await open(page, '/list?email=yes', texts)
  const row = page.locator(ROWS).first()
  await expect(row.locator('a[href^="mailto:"]')).toBeVisible()
  const outside = await page
    .locator(`${ROWS} a[target=_blank]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('rel') ?? ''))
  expect(outside.length).toBeGreaterThan(0)
  expect(outside.filter((rel) => !rel.includes('noopener'))).toEqual([])
  await open(page, '/list?phone=yes', texts)
  await expect(page.locator(`${ROWS} a[href^="tel:"]`).first()).toBeVisible()
  await open(page, '/list?contactForm=yes', texts)
  const form = link(page, /^Contact form of/).first()
  await expect(form).toHaveAttribute('href', /^https?:\/\//)
})

test('of two choices in a row the other tabs are counted once, for both', async ({ page }) => {
  await open(page, '/list', texts)
  const leads = link(page.getByRole('navigation', { name: 'View' }), /^Leads \d/)
  await expect(leads).toBeVisible()
  const counted: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/facets') && searchParams.get('groups') === '')
      counted.push(searchParams.get('country') ?? '')
  })
  const countries = page.getByRole('toolbar', { name: 'Country' }).locator('[data-column="0"]')
  await countries.evaluateAll(chooseTwo)
  await expect(page).toHaveURL(/country=\w+%2C\w+/)
  await expect(leads).toBeVisible()
  expect(new Set(counted).size, counted.join(' ')).toBe(1)
})

test('apps are chosen by whether a shop has them, and chosen apps show above the filters', async ({
  page,
}) => {
  await open(page, '/list', texts)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const apps = filters.getByRole('group', { name: 'Apps', exact: true })
  await expect(apps.getByRole('radio', { name: 'Any' })).toBeChecked()
  await apps.getByText('Lacks').click()
  const first = filters.getByRole('toolbar', { name: 'Apps' }).locator('[data-column="0"]').first()
  const name = (await first.locator('[title]').getAttribute('title')) ?? ''
  await first.click()
  await expect(page).toHaveURL(/[?&]apps=-/)
  const chip = buttonWith(filters, `Apps: not ${name}`)
  await expect(chip).toHaveText(`not ${name}`)
  await apps.getByText('Any').click()
  await expect(page).not.toHaveURL(/[?&]apps=/)
  await expect(chip).toHaveCount(0)
})

test('the keyboard finds an app by name and applies it, opens a filter, and leaves the field', async ({
  page,
}) => {
  await open(page, '/list', texts)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const finder = filters.getByRole('combobox', { name: 'Find a filter' })
  const active = () =>
    finder.evaluate((field) => {
      const id = field.getAttribute('aria-activedescendant') ?? ''
      return document.getElementById(id)?.innerText.replaceAll('\n', ' ')
    })
  await expect(button(filters, 'Apps')).toBeVisible()
  await page.keyboard.press('g')
  await expect(finder).toBeFocused()
  await page.keyboard.type('klaviyo')
  await expect.poll(active).toMatch(/^Klaviyo/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]apps=klaviyo/)
  await expect(buttonWith(filters, /^Remove filter: Apps: Klaviyo/)).toBeVisible()
  await expect(filters.getByRole('status').first()).toHaveText(/^Chosen: Apps: Klaviyo/)

  await page.keyboard.type('germ')
  await expect(finder).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(active).toMatch(/^Germany Country/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toMatch(/^German Language/)
  await expectStateAccessible(page, 'the list, finding a filter', async () => {
    await finder.fill('germ')
  })
  await page.keyboard.press('Escape')
  await expect(finder).toHaveValue('')
  await expect(finder).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.type('days survived')
  await page.keyboard.press('Enter')
  const survived = button(filters, 'Days survived')
  await expect(survived).toBeFocused()
  await expect(survived).toHaveAttribute('aria-expanded', 'true')
  await expect(filters.getByText(texts.t('list:filter.survived.help'))).toBeVisible()
})

test.describe('a look at a store beside the list', () => {
  const nameIn = (look: Locator) => look.getByRole('heading', { level: 2 }).first()

  test('opens by a click without losing the place, steps on, and Back closes it', async ({
    page,
  }) => {
    const { look, rows } = listScreen(page, texts)
    await open(page, '/list', texts)
    await expect(rows).toHaveCount(20)
    const list = page.url()
    const names = await rows.allInnerTexts()
    await rows.nth(15).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    await rows.nth(14).click()
    await expect(page).toHaveURL(/[?&]peek=\d+/)
    await expect(nameIn(look)).toHaveText(names[14] ?? '')
    await expect(rows.nth(14)).toHaveAttribute('aria-current', 'true')
    await expect(rows.nth(14)).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    for (const part of ['contact', 'products', 'changes', 'launch'] as const)
      await expect(
        look.getByRole('heading', { name: texts.t(`store-details:sections.${part}`), exact: true }),
      ).toBeVisible()
    await buttonWith(look, `Next: ${names[15]}`).click()
    await expect(nameIn(look)).toHaveText(names[15] ?? '')
    await expect(rows.nth(15)).toHaveAttribute('aria-current', 'true')
    // A box half under the head of the table would count as a target that is too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectStateAccessible(page, 'the list, with a look at a store')
    await page.goBack()
    await expect(look).toHaveCount(0)
    await expect(page).toHaveURL(list)
  })

  test('moves by keys: Enter opens it and then the page, j and k step, Esc returns to the row', async ({
    page,
  }) => {
    const { look, rows } = listScreen(page, texts)
    await open(page, '/list', texts)
    await expect(rows).toHaveCount(20)
    const names = await rows.allInnerTexts()
    const panel = (row: number) => look.getByRole('group', { name: names[row] ?? '', exact: true })
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(panel(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(panel(2)).toBeFocused()
    await page.keyboard.press('k')
    await expect(nameIn(look)).toHaveText(names[1] ?? '')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(names[1] ?? '')
    await page.goBack()
    await expect(nameIn(look)).toHaveText(names[1] ?? '')
    await page.keyboard.press('Escape')
    await expect(look).toHaveCount(0)
    await expect(rows.nth(1)).toBeFocused()
    await expect(page).not.toHaveURL(/peek/)
  })

  test.describe('that is gone', () => {
    test.use({ expectedComplaints: [/404.*details\/2000000000/] })

    test('says so, and closes', async ({ page }) => {
      const { look } = listScreen(page, texts)
      await open(page, '/list?peek=2000000000', texts)
      await expect(look.getByText(texts.t('store-details:notFound.title'))).toBeVisible()
      await buttonWith(look, 'Close quick look').last().click()
      await expect(look).toHaveCount(0)
      await expect(page).not.toHaveURL(/peek/)
    })
  })

  test.describe('where there is no room', () => {
    test.use({ viewport: { width: 1000, height: 768 } })

    test('is its page', async ({ page }) => {
      const { look, rows } = listScreen(page, texts)
      await open(page, '/list', texts)
      await rows.first().click()
      await expect(page).toHaveURL(/\/list\/[^/?]+$/)
      await expect(look).toHaveCount(0)
    })
  })
})

test('of many chosen values the latest stay in view, and the others unfold', async ({ page }) => {
  const codes = ['DE', 'US', 'FR', 'TR', 'IT', 'JP', 'GB', 'ES', 'NL', 'AT', 'AU', 'BR', 'CA', 'CH']
  await open(page, `/list?country=${codes}&category=fashion`, texts)
  const chips = page.getByRole('group', { name: texts.t('list:chosen.label') })
  const removals = buttonWith(chips, /^Remove filter/)
  await expect(removals).toHaveCount(12)
  await expect(removals.last()).toHaveText('Fashion')
  await buttonWith(chips, '3 more').click()
  await expect(removals).toHaveCount(15)
  await buttonWith(chips, 'Show fewer').click()
  await expect(removals).toHaveCount(12)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the sheet finds a filter too, says what it means, and stays open for Esc in the field', async ({
    page,
  }) => {
    await open(page, '/list', texts)
    await page.locator('main [aria-haspopup=dialog][aria-expanded]').click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const finder = sheet.getByRole('combobox', { name: 'Find a filter' })
    await finder.fill('saved by')
    await sheet.getByRole('option', { name: /^Saved by you/ }).click()
    const saved = sheet.getByRole('group', { name: 'Saved by you', exact: true })
    await expect(buttonWith(saved, /^Yes/)).toBeFocused()
    await buttonWith(saved, /^About this filter/).click()
    await expect(saved.getByText(texts.t('list:filter.saved.help'))).toBeVisible()
    await finder.fill('x')
    await finder.press('Escape')
    await expect(finder).toHaveValue('')
    const countries = sheet.getByRole('searchbox', { name: 'Find: Country' })
    await countries.fill('x')
    await countries.press('Escape')
    await expect(countries).toHaveValue('')
    await expect(sheet).toBeVisible()
  })
})

test('the filters fold away, and stay so', async ({ page }) => {
  await open(page, '/list', texts)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await expect(filters).toBeVisible()
  await buttonWith(page.getByRole('main'), 'Close').click()
  await expect(filters).toHaveCount(0)
  await page.reload()
  await expect(page.locator(ROWS).first()).toBeVisible()
  await expect(filters).toHaveCount(0)
  await buttonWith(page.getByRole('main'), 'Filters').click()
  await expect(filters).toBeVisible()
})

test('a reader chooses columns, their order and the height of rows, and the choice stays', async ({
  page,
}) => {
  await open(page, '/list', texts)
  const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(column('Category')).toBeVisible()
  await buttonWith(page, 'Order and columns').click()
  await page.getByRole('checkbox', { name: 'Category' }).uncheck()
  await page.getByRole('checkbox', { name: 'City' }).check()
  for (let step = 0; step < 7; step += 1) await buttonWith(page, 'Move “City” up').click()
  await page.getByText('Compact').click()
  await expect(page.getByText('City is now column 1')).toBeAttached()
  const hasChanged = async () => {
    await expect(column('Category')).toHaveCount(0)
    await expect(page.locator('th').nth(3)).toHaveText('City')
    expect((await page.locator(ROWS).first().boundingBox())?.height).toBe(32)
  }
  await hasChanged()
  await page.reload()
  await expect(page.locator(ROWS).first()).toBeVisible()
  await hasChanged()
  await buttonWith(page, 'Order and columns').click()
  await buttonWith(page, 'Back to the usual view').click()
  await expect(column('Category')).toBeVisible()
})

test('one link skips bar and filters', async ({ page }) => {
  await open(page, '/list', texts)
  await expect(page.locator('#results a').first()).toBeVisible()
  await link(page, 'Skip to results').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#results')).toBeFocused()
  await page.keyboard.press('Tab')
  const isInResults = await page.evaluate(
    () => document.activeElement?.closest('#results') !== null,
  )
  expect(isInResults).toBe(true)
})

test.describe('at every width', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('rows, bar and filters meet WCAG 2.2 AA, light and dark, and nothing scrolls sideways in German or Turkish', async ({
    page,
  }) => {
    await open(page, '/list', texts)
    await expect(page.locator(ROWS).first()).toBeVisible()
    for (const width of isFullRun ? [320, 390, 768, 900, 1100, 1366, 1920] : [320, 900, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      await untilIdle(page)
      await expectAccessible(page, `${width} px`)
      for (const language of FIT_LANGUAGES) {
        await switchLanguage(page, language)
        await untilIdle(page)
        const seen = await measure(page)
        expect.soft(seen.isWide, `${language}, ${width} px`).toBe(false)
        expect.soft(seen.names, `${language}, ${width} px: room for names`).toBeGreaterThan(100)
        expect.soft(seen.bar, `${language}, ${width} px: one line`).toBeLessThanOrEqual(56)
      }
    }
  })
})

/** Runs in the page, whose timers a busy machine delays alike: the second while rows are drawn. */
async function chooseTwo([first, second]: (HTMLElement | SVGElement)[]): Promise<void> {
  const rows = new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.includes('api/stores?'))) resolve()
    })
    observer.observe({ type: 'resource' })
  })
  const press = (target: Element | undefined) =>
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  press(first)
  await rows
  await new Promise((resolve) => setTimeout(resolve, 150))
  press(second)
}

function measure(page: Page) {
  return page.evaluate((rows) => {
    const bottom = innerHeight - coveredAtBottom()
    const boxes = [...document.querySelectorAll(rows)].map((row) => row.getBoundingClientRect())
    const { scrollWidth, clientWidth } = document.documentElement
    return {
      whole: boxes.filter((box) => box.top >= 0 && box.bottom <= bottom).length,
      heights: [...new Set(boxes.map(({ height }) => Math.round(height)))],
      bar: document.querySelector('main h1')?.closest('.sticky')?.getBoundingClientRect().height,
      /** The least room for a name beside the other cells. */
      names: Math.min(
        ...[...document.querySelectorAll(`${rows} > :has([data-row-link])`)].map((cell) => {
          const box = cell.firstElementChild?.getBoundingClientRect()
          const link = cell.querySelector('[data-row-link]')?.getBoundingClientRect()
          return box && box.width > 0 ? box.width : innerWidth - (link?.left ?? 0)
        }),
      ),
      isWide: scrollWidth > clientWidth,
    }

    /** By the navigation of phones. */
    function coveredAtBottom(): number {
      const at = document.elementFromPoint(innerWidth / 2, innerHeight - 4)
      return at?.closest('nav')?.getBoundingClientRect().height ?? 0
    }
  }, ROWS)
}
