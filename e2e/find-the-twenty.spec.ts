import type { Page } from '@playwright/test'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { createMember, somebodyNew, useSession } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { exportBy } from './download.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { listScreen } from './list-screen.ts'
import { open } from './page.ts'

const texts = textsOf('en')
const ROWS = 'main tbody tr:has([data-row-link])'
const FOUND = 'apps=klaviyo-email-marketing-sms'
const barOf = (page: Page) => page.getByRole('region', { name: 'Selected stores' })
const filtersOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const finderOf = (page: Page) => filtersOf(page).getByRole('combobox', { name: 'Find a filter' })

/** A new account, because excluded stores leave all its counts, which other journeys compare. */
async function signInToNewAccount(page: Page): Promise<Client> {
  const client = await createMember(somebodyNew('Nia Twenty'), 'pro', texts)
  await useSession(page, client)
  return client
}

const firstTwo = async (client: Client): Promise<StoreSummary[]> =>
  (await client.get<{ content: StoreSummary[] }>(`/api/stores?${FOUND}&size=2`)).content

const linesOf = (stores: readonly StoreSummary[]) => stores.map(({ domain }) => domain).join('\n')

/** They are gone, and the list says how many are. */
async function expectHidden(page: Page, stores: readonly StoreSummary[]): Promise<void> {
  const { rows } = listScreen(page, texts)
  await expect(page.getByRole('button', { name: /^[2-9] hidden$/ })).toBeVisible()
  await expect(rows).toHaveCount(20)
  const names = await rows.allInnerTexts()
  expect(stores.filter(({ name }) => names.includes(name))).toEqual([])
}

/** The file has a line of each ticked store, after the header. */
async function expectExported(page: Page): Promise<void> {
  const bar = barOf(page)
  const selected = Number.parseInt(await bar.getByText(/^\d+ selected$/).innerText(), 10)
  expect(await exportBy(page, texts, 'csv', bar)).toHaveLength(selected + 1)
}

test.describe('the twenty that matter', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('by pointer: a filter by value, lines excluded, a list undone, and all matches ticked', async ({
    page,
  }) => {
    const two = await firstTwo(await signInToNewAccount(page))
    await open(page, '/list', texts)
    await finderOf(page).fill('klav')
    await filtersOf(page).getByRole('option', { name: 'Klaviyo Apps' }).click()
    await expect(page).toHaveURL(new RegExp(`[?&]${FOUND}`))
    for (const { name } of two) await expect(page.locator(ROWS, { hasText: name })).toBeVisible()

    await open(page, '/exclusions', texts)
    await page.getByRole('textbox', { name: 'Lines to add' }).fill(linesOf(two))
    await page.getByRole('button', { name: 'Check and add' }).click()
    await expect(page.getByText(/^hides [2-9] more stores$/)).toBeVisible()
    await open(page, `/list?${FOUND}`, texts)
    await expectHidden(page, two)

    const box = (at: number) => page.locator(`${ROWS} [data-tick]`).nth(at)
    const bar = barOf(page)
    const first = await page.locator(ROWS).first().boundingBox()
    await box(1).click()
    await box(12).click({ modifiers: ['Shift'] })
    await expect(bar.getByText('12 selected')).toBeVisible()
    expect(await page.locator(ROWS).first().boundingBox()).toEqual(first)
    await expectAccessible(page, 'with ticked rows')
    await bar.getByRole('button', { name: 'Export' }).focus()
    await expectExported(page)
    await bar.getByRole('button', { name: 'List' }).click()
    await page.getByRole('textbox', { name: 'New list' }).fill('Pitch in December')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('12 stores added to “Pitch in December”')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('12 stores restored')).toBeVisible()
    await bar.getByRole('button', { name: /^All \d/ }).click()
    await expect(bar.getByText('12 selected')).toHaveCount(0)
    await box(1).click()
    await expectExported(page)
    await page
      .getByRole('navigation', { name: 'View' })
      .getByRole('link', { name: /^Leads/ })
      .click()
    await expect(
      page.getByText('Selection cleared, because the list shows other stores'),
    ).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('by keyboard alone: the same, tags, and Esc that clears the ticks', async ({ page }) => {
    const two = await firstTwo(await signInToNewAccount(page))
    const keys = keyboard(page)
    const { rows } = listScreen(page, texts)
    const bar = barOf(page)
    await open(page, '/list', texts)
    await expect(rows.nth(12)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.type('klaviyo')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`[?&]${FOUND}`))

    await open(page, '/exclusions', texts)
    await keys.type(page.getByRole('textbox', { name: 'Lines to add' }), linesOf(two))
    await keys.press(page.getByRole('button', { name: 'Check and add' }))
    await expect(page.getByText(/^hides [2-9] more stores$/)).toBeVisible()
    await open(page, `/list?${FOUND}`, texts)
    await expectHidden(page, two)

    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (let row = 1; row < 12; row += 1) await page.keyboard.press('Shift+J')
    await expect(bar.getByText('12 selected')).toBeVisible()
    await page.keyboard.press('l')
    await page.getByRole('textbox', { name: 'New list' }).fill('By keys')
    await page.keyboard.press('Enter')
    await expect(page.getByText('12 stores added to “By keys”')).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText('12 stores restored')).toBeVisible()
    await page.keyboard.press('t')
    await page.getByRole('combobox', { name: 'Tags, separated by commas' }).fill('to mail')
    await page.keyboard.press('Enter')
    await expect(page.getByText('12 stores tagged “to mail”')).toBeVisible()
    // The bar is above the first row.
    for (let row = 1; row < 12; row += 1) await page.keyboard.press('k')
    await keys.press(bar.getByRole('button', { name: /^All \d/ }))
    await expect(bar.getByText('12 selected')).toHaveCount(0)
    await expectExported(page)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  })

  test.describe('beside a look at a store', () => {
    test.use({ visitor: 'pro' })

    test('x ticks that store, and Esc closes the look before it clears the ticks', async ({
      page,
    }) => {
      const { look, rows } = listScreen(page, texts)
      const bar = barOf(page)
      await open(page, '/list', texts)
      await expect(rows).toHaveCount(20)
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.keyboard.press('Enter')
      await expect(look.getByRole('group').first()).toBeFocused()
      await page.keyboard.press('j')
      await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('x')
      await expect(bar.getByText('2 selected')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(look).toHaveCount(0)
      await expect(bar.getByText('2 selected')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(bar).toHaveCount(0)
    })
  })
})

test.describe('on a phone', () => {
  test.use({ visitor: 'pro', viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a long press starts ticking, and then a press ticks', async ({ page }) => {
    await open(page, '/list', texts)
    const row = page.locator(ROWS).nth(1)
    await expect(row).toBeVisible()
    await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 })
    const bar = barOf(page)
    await expect(bar.getByText('1 selected')).toBeVisible()
    await row.dispatchEvent('pointerup', { pointerType: 'touch' })
    await page.locator(ROWS).nth(3).tap()
    await expect(bar.getByText('2 selected')).toBeVisible()
    for (const button of await bar.getByRole('button').all()) {
      const size = await button.boundingBox()
      expect(Math.round(Math.min(size?.width ?? 0, size?.height ?? 0))).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page, 'with ticked rows on a phone')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeInViewport({ ratio: 1 })
  })
})
