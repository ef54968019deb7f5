import type { Locator, Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { signInToNewAccount } from './accounts.ts'
import { NARROW } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { openLeads } from './leads-screen.ts'
import { call, storesBy } from './own-things.ts'
import { buttonWith, heading, hold, open } from './page.ts'

const MOST_ABOVE_ROWS_PX = 320
const WORDY = ['de', 'tr', 'fr'] as const

/** What says more than it has room for, without an ellipsis, or stands beside its bar. */
const cutIn = (bar: Locator) =>
  bar.evaluate((bar) => {
    const { left, right } = bar.getBoundingClientRect()
    const isCut = (control: Element) => {
      if (control.closest('.strip, .sr-only')) return false
      const box = control.getBoundingClientRect()
      return box.width > 1 && (box.left < left - 1 || box.right > right + 1)
    }
    const isClipped = (control: Element) =>
      control.matches('select, .overflow-x-auto') && control.scrollWidth > control.clientWidth
    return [...bar.querySelectorAll('a, button, select, h1, .overflow-x-auto')]
      .filter((control) => isCut(control) || isClipped(control))
      .map((control) => control.outerHTML.slice(0, 120))
  })

const saveSome = async (page: Page) => {
  const client = await signInToNewAccount(page, 'Sam Thumb', 'plus')
  const stores = await storesBy(client, 'email=yes&size=5')
  const target = { storeIds: stores.map(({ id }) => id) }
  await call(client, 'POST', '/api/stores/bulk', { target, action: { kind: 'save' } })
  for (const name of ['To call this week', 'Mailed in November', 'Shops to learn from'])
    await call(client, 'POST', '/api/lists', { name })
}

test.describe('a phone', () => {
  test.use({ viewport: NARROW, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } })

  test('shows the first saved store on the first screen, and the rest of the tools behind one button', async ({
    page,
  }) => {
    await saveSome(page)
    for (const language of WORDY) {
      const texts = textsOf(language)
      await open(page, '/saved', texts)
      for (const width of [320, 390, 768]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(page.locator('[data-row]')).toHaveCount(5)
        const { y = Infinity } = (await page.locator('[data-row]').first().boundingBox()) ?? {}
        expect.soft(y, `${language}, ${width} px`).toBeLessThanOrEqual(MOST_ABOVE_ROWS_PX)
      }
      await buttonWith(page.getByRole('main'), texts.t('list:more')).click()
      const sort = page.getByRole('combobox', { name: texts.t('saved:sort.label') })
      const release = await hold(page, /\/api\/.*[?&]sortBy=name/)
      await sort.selectOption('name')
      await expect(page).toHaveURL(/sort=name/)
      const exporting = buttonWith(page, texts.t('components:export.open'))
      await expect(exporting).toBeDisabled()
      release()
      await exporting.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
    }
  })

  test('cuts no control of a bar of work', async ({ page }) => {
    await saveSome(page)
    for (const language of WORDY)
      for (const path of ['/app', '/changes', '/changes?saved=yes', '/saved', '/leads', '/list']) {
        await open(page, path, textsOf(language))
        const bar = page.locator('.work-bar')
        await expect(bar.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(bar.locator('.bone')).toHaveCount(0)
        expect.soft(await cutIn(bar.locator('.page')), `${path}, ${language}`).toEqual([])
      }
  })

  test('leaves room for the names of stores on Today and among the follows, and for the day of the list', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page, 'Nora Narrow', 'plus')
    const [store] = await storesBy(client, 'size=1')
    if (!store) throw new Error('no store')
    const step = { version: 0, stage: 'contacted', nextStep: 'Send the offer' }
    await call(client, 'PUT', `/api/leads/${store.id}`, { ...step, nextDay: '2026-01-05' })
    const target = { kind: 'store', storeId: store.id }
    await call(client, 'POST', '/api/follows', { target })
    for (const [path, list] of [
      ['/app', 'brief:steps.title'],
      ['/saved/follows', 'follows:kinds.store'],
    ] as const) {
      await open(page, path, textsOf('de'))
      const names = page.getByRole('region', { name: textsOf('de').t(list), exact: true })
      const row = names.getByRole('listitem').first()
      await expect(row).toContainText(store.name)
      const name = row.getByRole('link', { name: store.name, exact: true })
      expect.soft((await name.boundingBox())?.width, path).toBeGreaterThan(100)
    }
    await open(page, '/list', textsOf('de'))
    const day = heading(page).locator('span')
    expect(await day.evaluate((day) => day.scrollWidth - day.clientWidth)).toBeLessThanOrEqual(0)
  })

  test('has the pages of the settings in one line, which shows the current one', async ({
    page,
  }) => {
    const texts = textsOf('de')
    await signInToNewAccount(page, 'Sara Strip', 'plus')
    await open(page, '/settings/deliveries', texts)
    const pages = page.getByRole('navigation', { name: texts.t('settings:menu.label') })
    expect((await pages.boundingBox())?.height).toBeLessThan(60)
    await expect(pages.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
    await pages.getByRole('link').first().focus()
    await expect(pages.getByRole('link').first()).toBeInViewport({ ratio: 1 })
  })
})

test('the order of a column of leads is a whole word beside the name of its stage', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openLeads(page, 3)
  for (const language of ['tr', 'en', 'de', 'fr', 'es', 'pt'] as const) {
    await open(page, '/leads', textsOf(language))
    const column = page.locator('[data-stage]')
    await expect(column).toHaveCount(5)
    const isWhole = (part: Element) => part.scrollWidth <= part.clientWidth
    for (const part of await column.locator('h2, select').all())
      expect.soft(await part.evaluate(isWhole), language).toBe(true)
  }
})
