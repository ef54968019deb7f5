import type { Page } from '@playwright/test'
import { textsOf, type Texts } from '#testing/texts.ts'
import { accountMenu } from './accounts.ts'
import { datePicker } from './date-picker.ts'
import { daysAgo } from './days.ts'
import { exportBy } from './download.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { listScreen } from './list-screen.ts'
import { forgetEverything } from './own-things.ts'
import { savedScreen } from './saved-screen.ts'
import { RESEARCHERS } from './scope.ts'
import { button, buttonWith, heading, link, open, untilIdle } from './page.ts'

/** Past days only: their figures no longer change. */
const past = (days: number) =>
  `mode=range&startDate=${daysAgo(days)}&endDate=${daysAgo(1)}&filterStartDate=${daysAgo(days)}&filterEndDate=${daysAgo(1)}`

for (const { language, visitor } of RESEARCHERS) {
  const texts = textsOf(language)
  const { t } = texts

  test.describe(`in ${language} as ${visitor}, by keyboard alone`, () => {
    // In sequence: the tests share the saved items of one account.
    test.describe.configure({ mode: 'default', timeout: 900_000 })
    test.use({ visitor, permissions: ['clipboard-read', 'clipboard-write'] })
    test.beforeEach(({ member, plus }) => forgetEverything(visitor === 'pro' ? member : plus))

    test(
      'from the dates through filters to a store, saved, and back to the unchanged list',
      { tag: ['@list.sections', '@saved-flag.store'] },
      async ({ page }) => {
        const keys = keyboard(page)
        const list = listScreen(page, texts)
        await open(page, '/app', texts)
        const picker = datePicker(page, texts)
        await keys.press(picker.preset('last28'))
        await keys.press(picker.search)
        await expect(page).toHaveURL(/\/list\?/)
        await test.step('include, exclude and admit unknown values', () => narrow(page, texts))
        const address = page.url()
        const rows = await list.rows.allInnerTexts()
        await test.step('look at a store and save it', async () => {
          await page.keyboard.press('j')
          await page.keyboard.press('j')
          await expect(list.rows.nth(1)).toBeFocused()
          await page.keyboard.press('Enter')
          await expect(list.look.getByRole('group', { name: rows[1] ?? '' })).toBeFocused()
          await page.keyboard.press('Enter')
          await stepThroughList(page, texts, rows)
          await lookAtStore(page, texts, rows[1] ?? '')
        })
        await keys.press(link(page, t('store-details:back')))
        await expect(list.look.getByRole('group', { name: rows[1] ?? '' })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(list.look).toHaveCount(0)
        await expect(list.rows.nth(1)).toBeFocused()
        await expect(page).toHaveURL(address)
        await expect(list.rows).toHaveText(rows)
        await expect(saveButton(page, texts, rows[1] ?? '')).toHaveAttribute('aria-pressed', 'true')
        await test.step('take the filters away', async () => {
          await keys.press(list.chip('country'))
          await expect(page).not.toHaveURL(/[?&]country=/)
          await keys.press(list.chip('category'))
          await expect(list.chosen).toHaveCount(0)
        })
      },
    )

    test(
      'leads: one address to the clipboard, all of them to a file',
      { tag: ['@check-64'] },
      async ({ page }) => {
        const keys = keyboard(page)
        const list = listScreen(page, texts)
        await open(page, `/list?${past(28)}`, texts)
        await keys.press(list.view('leads'))
        await expect(page).toHaveURL(/view=leads/)
        await keys.press(list.part(t('list:sections.contact')))
        const answered = page.waitForResponse(/\/api\/stores\?.*ownDomain=yes/)
        const label = t('list:filter.ownDomain.name')
        await keys.press(
          buttonWith(page.getByRole('group', { name: label, exact: true }), t('list:filters.yes')),
        )
        await answered
        const total = await list.total()
        expect(total).toBeGreaterThan(0)

        const row = page
          .getByRole('table')
          .getByRole('row')
          .filter({ has: page.locator('a[href^="mailto:"]') })
          .first()
        await keys.press(buttonWith(row, t('components:copy')).first())
        const address = await row.locator('a[href^="mailto:"]').innerText()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

        for (const format of visitor === 'plus' ? (['csv', 'xlsx'] as const) : (['csv'] as const)) {
          const [head = [], ...lines] = await exportBy(page, texts, format)
          expect(lines, format).toHaveLength(total)
          const at = head.indexOf(t('exports:columns.email'))
          expect(lines.map((line) => line[at])).toContain(address)
        }
      },
    )

    test(
      'products: from the list to one, to a store that lists it, then notes on that listing',
      { tag: ['@saved.lists-products'] },
      async ({ page }) => {
        const keys = keyboard(page)
        const list = listScreen(page, texts)
        await open(page, `/list?view=products&${past(28)}`, texts)
        const title = await list.rows.first().innerText()
        await page.keyboard.press('j')
        await expect(list.rows.first()).toBeFocused()
        await page.keyboard.press('Enter')
        const name = heading(page)
        await expect(name).toHaveText(title)
        const elsewhere = page
          .getByRole('region', { name: t('product-detail:cluster.stores.title') })
          .getByRole('link')
          .first()
        const path = (await elsewhere.getAttribute('href')) ?? ''
        const answered = page.waitForResponse(`**/api${path.replace('product', 'products')}`)
        await keys.press(elsewhere)
        await answered
        await expect(page).toHaveURL(path)
        const chosen = await name.innerText()
        await keys.press(
          page.getByRole('button', { name: t('components:saving.save'), exact: false }).first(),
        )
        await keys.choose(
          accountMenu(page, texts),
          page.getByRole('menuitem', { name: t('navigation:saved') }),
        )
        const saved = savedScreen(page, texts)
        await keys.press(saved.tab('products'))
        await test.step('note, tag, favourite, filter', () => saved.annotate(chosen))
        await test.step('unsave and undo', () => saved.unsaveAndUndo(chosen))
      },
    )

    test('a user saves a search with its mails, opens it from the dashboard and deletes it', async ({
      page,
    }) => {
      const keys = keyboard(page)
      await open(page, '/list?email=yes', texts)
      const list = listScreen(page, texts)
      await keys.press(list.more)
      await keys.press(buttonWith(page.getByRole('main'), t('list:searches.save')))
      const dialog = page.getByRole('dialog', { name: t('list:searches.form.title') })
      const name = `Mittwoch ${language}`
      await keys.type(dialog.getByRole('textbox'), name)
      await expect(
        dialog.getByRole('switch', { name: t('list:searches.form.mails') }),
      ).toBeChecked()
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)

      await open(page, '/app', texts)
      await keys.press(link(page.getByRole('list', { name: t('today:searches.title') }), name))
      await expect(page).toHaveURL(/\/list\?email=yes/)
      await keys.press(list.more)
      await keys.press(buttonWith(page.getByRole('main'), t('list:searches.title')))
      const sheet = page.getByRole('dialog', { name: t('list:searches.title') })
      await keys.press(buttonWith(sheet, t('list:searches.deleteOf', { name })))
      await expect(sheet.getByText(t('list:searches.none.title'))).toBeVisible()
      await page.keyboard.press('Escape')
      await open(page, '/app', texts)
      await expect(page.getByText(t('today:searches.none'))).toBeVisible()
    })
  })
}

/** Every count predicts the total of the list after choosing it. */
async function narrow(page: Page, texts: Texts): Promise<void> {
  const list = listScreen(page, texts)
  const before = await list.total()
  const country = await list.pinned('country', list.options('country').first())
  const inCountry = await list.countOf(country)
  await list.press('country', country, 'Enter')
  await expect(page).toHaveURL(/[?&]country=/)
  await list.expectTotal(inCountry)
  expect(inCountry).toBeLessThan(before)

  const name = texts.t('list:filter.category.name')
  // Closed at first, like most filters.
  await keyboard(page).press(list.part(name))
  const largest = list.options('category').filter({ hasNotText: /\D0$/ }).first()
  const category = await list.pinned('category', largest)
  const inCategory = await list.countOf(category)
  await list.press('category', category, 'x')
  await expect(page).toHaveURL(/[?&]category=/)
  // Each chip may have one; this is the category's.
  const letIn = buttonWith(list.chosen, new RegExp(String.raw`\d.*${name}`))
  await expect(list.chip('category')).toBeVisible()
  await untilIdle(page)
  const unknown =
    (await letIn.count()) > 0 ? Number((await letIn.innerText()).replaceAll(/\D/g, '')) : 0
  await list.expectTotal(inCountry - inCategory - unknown)
  if (unknown === 0) return
  await keyboard(page).press(letIn)
  await list.expectTotal(inCountry - inCategory)
}

/** From the second store of the list to the first, which a reload does not change, and back. */
async function stepThroughList(page: Page, { t }: Texts, rows: readonly string[]): Promise<void> {
  const [first = '', second = ''] = rows
  const name = heading(page)
  const toNext = buttonWith(page, t('components:steps.next', { name: second }))
  await expect(name).toHaveText(second)
  await page.keyboard.press('k')
  await expect(name).toHaveText(first)
  await expect(buttonWith(page, t('components:steps.first'))).toBeVisible()
  await page.reload()
  await keyboard(page).press(toNext)
  await expect(name).toHaveText(second)
}

async function lookAtStore(page: Page, texts: Texts, name: string): Promise<void> {
  const { t } = texts
  const keys = keyboard(page)
  await expect(heading(page)).toHaveText(name)
  await keys.press(saveButton(page, texts, name))
  await expect(saveButton(page, texts, name)).toHaveAttribute('aria-pressed', 'true')
  const note = page.getByRole('textbox', { name: t('saved:notes.label', { name }) })
  await keys.type(note, 'Ask for samples')
  await page.keyboard.press('Tab')
  const kept = new RegExp(`^${t('saved:notes.saved')}$`)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: kept })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: t('store-details:sections.launch') }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: t('store-details:signals.caption') })).toBeVisible()
  const fact = t('store-details:facts.shop')
  const mark = buttonWith(page, t('store-details:evidence.title', { fact }))
  await keys.press(mark)
  const proof = page.getByRole('dialog')
  await expect(proof.getByRole('link')).toHaveAttribute('href', /^https:\/\//)
  await page.keyboard.press('Escape')
  await expect(mark).toBeFocused()
  await expect(
    page.getByRole('heading', { name: t('store-details:sections.technology') }),
  ).toBeVisible()
}

const saveButton = (page: Page, { t }: Texts, name: string) =>
  page
    .getByRole('main')
    .locator('[data-save]')
    .filter({ hasText: name })
    .or(button(page.getByRole('main'), t('components:saving.saveThis', { name })))
