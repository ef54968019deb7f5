import type { Locator, Page } from '@playwright/test'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { signInToNewAccount } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { exportBy } from './download.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { listScreen } from './list-screen.ts'
import { storesBy } from './own-things.ts'
import { button, buttonWith, link, open } from './page.ts'

const texts = textsOf('en')
const ROWS = 'main tbody tr:has([data-row-link])'
const FOUND = 'apps=klaviyo-email-marketing-sms'
const barOf = (page: Page) => page.getByRole('region', { name: 'Selected stores' })
const filtersOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const finderOf = (page: Page) => filtersOf(page).getByRole('combobox', { name: 'Find a filter' })

const firstTwo = (client: Client) => storesBy(client, `${FOUND}&size=2`)

const pointer = {
  type: (target: Locator, text: string) => target.fill(text),
  press: (target: Locator) => target.click(),
}

async function exclude(
  page: Page,
  stores: readonly StoreSummary[],
  { type, press }: typeof pointer,
): Promise<void> {
  await open(page, '/exclusions', texts)
  const lines = page.getByRole('textbox', { name: 'Lines to add' })
  await type(lines, stores.map(({ domain }) => domain).join('\n'))
  await press(buttonWith(page, 'Check and add'))
  await expect(page.getByText(/^hides [2-9] more stores$/)).toBeVisible()
}

/** Into the field that has the focus once the panel of a key is open. */
async function typeInto(page: Page, key: string, field: Locator, text: string): Promise<void> {
  await page.keyboard.press(key)
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** They are gone, and the list says how many are. */
async function expectHidden(page: Page, stores: readonly StoreSummary[]): Promise<void> {
  const { rows } = listScreen(page, texts)
  await expect(buttonWith(page, /^[2-9] hidden$/)).toBeVisible()
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
    const two = await firstTwo(await signInToNewAccount(page, 'Nia Twenty'))
    await open(page, '/list', texts)
    await finderOf(page).fill('klav')
    await filtersOf(page).getByRole('option', { name: 'Klaviyo Apps' }).click()
    await expect(page).toHaveURL(new RegExp(`[?&]${FOUND}`))
    for (const { name } of two) await expect(page.locator(ROWS, { hasText: name })).toBeVisible()

    await exclude(page, two, pointer)
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
    await buttonWith(bar, 'Export').focus()
    await expectExported(page)
    await buttonWith(bar, 'List').click()
    await page.getByRole('textbox', { name: 'New list' }).fill('Pitch in December')
    await buttonWith(page, 'Create').click()
    await expect(page.getByText('12 stores added to “Pitch in December”')).toBeVisible()
    await buttonWith(page, 'Undo').click()
    await expect(page.getByText('12 stores restored')).toBeVisible()
    await buttonWith(bar, /^All \d/).click()
    await expect(bar.getByText('12 selected')).toHaveCount(0)
    await box(1).click()
    await expectExported(page)
    await link(page.getByRole('navigation', { name: 'View' }), /^Leads/).click()
    await expect(
      page.getByText('Selection cleared, because the list shows other stores'),
    ).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('by keyboard alone: the same, tags, keys that stay in their panel, and Esc that clears the ticks', async ({
    page,
  }) => {
    const two = await firstTwo(await signInToNewAccount(page, 'Nia Twenty'))
    const keys = keyboard(page)
    const { rows } = listScreen(page, texts)
    const bar = barOf(page)
    await open(page, '/list', texts)
    await expect(rows.nth(12)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.type('klaviyo')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`[?&]${FOUND}`))

    await exclude(page, two, keys)
    await open(page, `/list?${FOUND}`, texts)
    await expectHidden(page, two)

    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (let row = 1; row < 12; row += 1) await page.keyboard.press('Shift+J')
    await expect(bar.getByText('12 selected')).toBeVisible()
    await page.keyboard.type('dewfn')
    await page.keyboard.press('ArrowLeft')
    await expect(bar.getByText('12 selected')).toBeVisible()
    await typeInto(page, 'l', page.getByRole('textbox', { name: 'New list' }), 'New by keys')
    await expect(page.getByText('12 stores added to “New by keys”')).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText('12 stores restored')).toBeVisible()
    await typeInto(page, 'l', page.getByRole('textbox', { name: 'New list' }), 'new BY keys')
    await expect(page.getByText('12 stores added to “New by keys”')).toBeVisible()
    await page.keyboard.press('m')
    await expect(button(page, 'To contact')).toBeFocused()
    await page.keyboard.type('dewfn')
    await page.keyboard.press('ArrowDown')
    const contacted = button(page, 'Contacted')
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    await expect(contacted).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar.getByText('12 selected')).toBeVisible()
    const tags = page.getByRole('combobox', { name: 'Tags, separated by commas' })
    await typeInto(page, 't', tags, 'to mail')
    await expect(page.getByText('12 stores tagged “to mail”')).toBeVisible()
    // The bar is above the first row.
    for (let row = 1; row < 12; row += 1) await page.keyboard.press('k')
    await keys.press(buttonWith(bar, /^All \d/))
    await expect(bar.getByText('12 selected')).toHaveCount(0)
    await expectExported(page)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  })

  test('h excludes what is ticked, and j goes on at the row that took its place', async ({
    page,
  }) => {
    await signInToNewAccount(page, 'Nia Twenty')
    await open(page, `/list?${FOUND}`, texts)
    const links = page.locator(`${ROWS} [data-row-link]`)
    await expect(links).toHaveCount(20)
    for (const at of [0, 1, 2]) {
      await page.keyboard.press('j')
      await expect(links.nth(at)).toBeFocused()
    }
    const [third, fourth] = await Promise.all(
      [2, 3].map((at) => links.nth(at).getAttribute('href')),
    )
    await page.keyboard.press('x')
    await page.keyboard.press('h')
    await expect(page.getByText('1 store excluded')).toBeVisible()
    await expect(page.locator(`[data-row-link][href="${third}"]`)).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(page.locator(`[data-row-link][href="${fourth}"]`)).toBeFocused()
  })

  test('a hidden row comes back by one press, and is hidden again by Undo', async ({ page }) => {
    const [hidden, other] = await firstTwo(await signInToNewAccount(page, 'Nia Twenty'))
    if (!hidden || !other) throw new Error('two stores are needed')
    await exclude(page, [hidden, other], pointer)
    await open(page, `/list?${FOUND}&hidden=yes,no`, texts)
    const row = page.locator(ROWS, { hasText: hidden.name })
    const stop = buttonWith(row, `Stop hiding ${hidden.domain}`)
    await stop.click()
    await expect(page.getByText(`${hidden.domain} removed`)).toBeVisible()
    await expect(row).toBeVisible()
    await expect(stop).toHaveCount(0)
    await expect(buttonWith(page, `Stop hiding ${other.domain}`)).toBeVisible()
    await buttonWith(page, 'Undo').click()
    await expect(stop).toBeVisible()
    await expectAccessible(page, 'with hidden rows')
  })

  test.describe('a file without a list', () => {
    test.use({ expectedComplaints: [/status of 415/] })

    test('without lines, or without text, says so and leaves the list as it is', async ({
      page,
    }) => {
      await signInToNewAccount(page, 'Nia Twenty')
      await open(page, '/exclusions', texts)
      const drop = (name: string, buffer: Buffer) =>
        page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
      await drop('picture.csv', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'))
      await expect(page.getByText(/^This is not a text file/)).toBeVisible()
      await drop('empty.csv', Buffer.from('\uFEFFDomain;Mail\r\n\r\n'))
      await expect(page.getByText(/^Nothing to add/)).toBeVisible()
      await expect(page.getByText('No stores are left out yet')).toBeVisible()
      await drop('one.csv', Buffer.from('Domain;Mail\r\nacme.com;\r\n'))
      await expect(page.getByText('1 accepted')).toBeVisible()
      await expect(page.getByText(/^Nothing to add/)).toHaveCount(0)
    })
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
    for (const button of await bar.getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 })
  })
})
