import { textsOf } from '#testing/texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { open } from './page.ts'

const texts = textsOf('en')
const ROWS = 'main tbody tr:has([data-row-link])'

test.use({ visitor: 'pro' })

test('ticks a range, lists it, undoes that, and ticks all matches', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/list', texts)
  const box = (at: number) => page.locator(`${ROWS} [data-tick]`).nth(at)
  const bar = page.getByRole('region', { name: 'Selected stores' })
  const first = await page.locator(ROWS).first().boundingBox()
  const expectExport = async (name: string) => {
    const dialog = page.getByRole('dialog')
    await bar.getByRole('button', { name: 'Export' }).click()
    await expect(dialog.getByRole('button', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await box(1).click()
  await box(12).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('12 selected')).toBeVisible()
  expect(await page.locator(ROWS).first().boundingBox()).toEqual(first)
  await expectAccessible(page, 'with ticked rows')
  await expectExport('Download 12 rows')
  await bar.getByRole('button', { name: 'List' }).click()
  await page.getByRole('textbox', { name: 'New list' }).fill('Pitch in December')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('12 stores added to “Pitch in December”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('12 stores restored')).toBeVisible()
  await bar.getByRole('button', { name: /^All \d/ }).click()
  await expect(bar.getByText(/^\d{2,} selected$/)).toBeVisible()
  await box(1).click()
  const left = await bar.getByText(/^\d{2,} selected$/).innerText()
  await expectExport(`Download ${Number.parseInt(left, 10)} rows`)
  await page.getByRole('link', { name: 'Leads', exact: false }).first().click()
  await expect(
    page.getByText('Selection cleared, because the list shows other stores'),
  ).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('ticks, tags and clears by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/list', texts)
  const bar = page.getByRole('region', { name: 'Selected stores' })
  await expect(page.locator(ROWS).nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+J')
  await expect(bar.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Tags, separated by commas' }).fill('to mail')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 stores tagged “to mail”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a long press starts ticking, and then a press ticks', async ({ page }) => {
    await open(page, '/list', texts)
    const row = page.locator(ROWS).nth(1)
    await expect(row).toBeVisible()
    await row.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 })
    const bar = page.getByRole('region', { name: 'Selected stores' })
    await expect(bar.getByText('1 selected')).toBeVisible()
    await row.dispatchEvent('pointerup', { pointerType: 'touch' })
    await page.locator(ROWS).nth(3).tap()
    await expect(bar.getByText('2 selected')).toBeVisible()
    for (const button of await bar.getByRole('button').all()) {
      const size = await button.boundingBox()
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page, 'with ticked rows on a phone')
  })
})
