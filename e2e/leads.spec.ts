import type { Board, Lead } from '#contracts/workspace/leads.ts'
import { textsOf } from '#testing/texts.ts'
import { answer, refusal } from './account-answers.ts'
import { signInToNewAccount } from './accounts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  cardOf,
  columnOf,
  drag,
  expectCardIn,
  expectContacted,
  openLeads,
  stageOf,
} from './leads-screen.ts'
import { call } from './own-things.ts'
import { button, buttonWith, link, open, toasts } from './page.ts'
import { pageOf } from './research-examples.ts'

const texts = textsOf('en')
const DESK = { width: 1366, height: 768 }

test.describe('the own leads', () => {
  test.use({ viewport: DESK, contextOptions: { reducedMotion: 'reduce' } })

  test('a move and an undo in one tab are seen in another', async ({ page, context }) => {
    const { first } = await openLeads(page, 2)
    const other = await context.newPage()
    await open(other, '/leads', texts)
    await expectCardIn(other, 'toContact', first.name)
    await drag(page, cardOf(page, first.name), columnOf(page, 'contacted'))
    await expectCardIn(other, 'contacted', first.name)
    await buttonWith(toasts(page), 'Undo').click()
    await expectCardIn(other, 'toContact', first.name)
  })

  test('by mouse: a card goes to another stage at once, and back by Undo; a click looks at its store', async ({
    page,
  }) => {
    const { client, first } = await openLeads(page, 6)
    const [toContact, contacted] = [columnOf(page, 'toContact'), columnOf(page, 'contacted')]
    await expect(toContact.locator('[data-lead]')).toHaveCount(6)
    await drag(page, cardOf(toContact, first.name), contacted)
    await expect(cardOf(contacted, first.name)).toBeVisible()
    await expect(toasts(page).getByText(`${first.name} is now Contacted`)).toBeVisible()
    expect(await stageOf(client, first)).toBe('contacted')
    await expectAccessible(page, 'the board')
    // The message covers no card.
    const foot = await contacted.boundingBox()
    const note = await toasts(page).getByText(`${first.name} is now Contacted`).boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(note?.y ?? 0)
    await buttonWith(toasts(page), 'Undo').click()
    await expect(cardOf(toContact, first.name)).toBeVisible()
    await expect.poll(() => stageOf(client, first)).toBe('toContact')

    await cardOf(toContact, first.name).click()
    const look = page.getByRole('complementary', { name: texts.t('list:quickLook.label') })
    await expect(look.getByRole('heading', { name: first.name })).toBeVisible()
    await look.getByRole('combobox', { name: `Stage of ${first.name}` }).selectOption('Won')
    await expectCardIn(page, 'won', first.name)
  })

  test.describe(() => {
    test.use({ expectedComplaints: [/status of 4(09|29)/] })

    test('a move that the server refuses is taken back, says why, and is tried again by one button', async ({
      page,
    }) => {
      const { client, first } = await openLeads(page, 3)
      await answer(page, '/api/leads/', refusal(429, 'rate_limited', 'Slow down.'))
      const [toContact, replied] = [columnOf(page, 'toContact'), columnOf(page, 'replied')]
      await drag(page, cardOf(toContact, first.name), replied)
      await expect(
        toasts(page).getByText(`${first.name} is back in To contact. Slow down.`),
      ).toBeVisible()
      await expect(cardOf(toContact, first.name)).toBeVisible()
      await page.unrouteAll()
      await buttonWith(toasts(page), texts.t('errors:retry')).click()
      await expect(cardOf(replied, first.name)).toBeVisible()
      await expect.poll(() => stageOf(client, first)).toBe('replied')
    })

    test('the second of two devices sees the present stage and when it was set, and may still set its own', async ({
      page,
    }) => {
      const { client, first } = await openLeads(page, 3)
      const toContact = columnOf(page, 'toContact')
      await expect(cardOf(toContact, first.name)).toBeVisible()
      const { version } = await client.get<Lead>(`/api/leads/${first.id}`)
      await call(client, 'PUT', `/api/leads/${first.id}`, { version, stage: 'lost' })
      await drag(page, cardOf(toContact, first.name), columnOf(page, 'replied'))
      const note = toasts(page).getByText(
        new RegExp(`was moved to Lost on another device at \\d\\d:\\d\\d UTC`),
      )
      await expect(note).toBeVisible()
      await expectCardIn(page, 'lost', first.name)
      expect(await stageOf(client, first)).toBe('lost')
      await buttonWith(toasts(page), 'Move to Replied').click()
      await expectCardIn(page, 'replied', first.name)
      await expect.poll(() => stageOf(client, first)).toBe('replied')
    })
  })

  test('by keyboard alone: from card to card, to other stages, a next step, ticks, and undone', async ({
    page,
  }) => {
    const { client, leads: stores } = await openLeads(page, 4)
    await expect(columnOf(page, 'toContact').locator('[data-lead]')).toHaveCount(4)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('ArrowDown')
    const name = await focused()
    const store = stores.find((each) => each.name === name)
    if (!store) throw new Error(`no lead has the focus, but ${name}`)

    await page.keyboard.press('Shift+ArrowRight')
    await expectCardIn(page, 'contacted', name)
    await expect.poll(focused).toBe(name)
    await expect(toasts(page).getByText(`${name} is now Contacted`)).toBeVisible()
    await page.keyboard.press('z')
    await expectCardIn(page, 'toContact', name)

    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(`${name} to To contact`)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(`${name} to Replied`)).toBeVisible()
    await page.keyboard.press('Enter')
    await expectCardIn(page, 'replied', name)
    await expect.poll(() => stageOf(client, store)).toBe('replied')
    await expect.poll(focused).toBe(name)

    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'What happens next' })).toBeFocused()
    await page.keyboard.type('Send the offer')
    await buttonWith(dialog, 'tomorrow').press('Enter')
    await buttonWith(dialog, 'Save').press('Enter')
    await expect(cardOf(columnOf(page, 'replied'), name).getByText('Send the offer')).toBeVisible()
    await expect(cardOf(columnOf(page, 'replied'), name).getByText('tomorrow')).toBeVisible()

    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('m')
    await expect(buttonWith(dialog, 'Replied')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectCardIn(page, 'won', name)
    await expect(dialog).toHaveCount(0)

    const second = columnOf(page, 'toContact').getByRole('link').first()
    await second.focus()
    const other = await focused()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Selected stores' })
    await expect(bar.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('m')
    await buttonWith(bar, 'Lost').press('Enter')
    await expect(columnOf(page, 'lost').locator('[data-lead]')).toHaveCount(2)
    await expectCardIn(page, 'lost', other)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('j')
    const last = await focused()
    await page.keyboard.press('c')
    await expectCardIn(page, 'contacted', last)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search in my leads' })).toBeFocused()
    await page.keyboard.type(last)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-lead]')).toHaveCount(1)
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(last)
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/view=table/)
    await page.keyboard.press('b')
    await expect(page).not.toHaveURL(/view=table/)
  })

  test('a template is filled in for the store; what it does not show blocks copying; copying sets contacted', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const template = 'Hello {store} in {country}'
    const { client, leads } = await openLeads(page, 8, { template })
    const store = leads.find(({ country }) => country !== null)
    if (!store) throw new Error('no lead has a country')
    await buttonWith(page, 'Templates').click()
    const dialog = page.getByRole('dialog')
    await buttonWith(dialog, 'New template').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Theme')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('About ')
    await buttonWith(dialog, 'first product').click()
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('About {first_product}')
    await expectStateAccessible(page, 'a template')
    await buttonWith(dialog, 'Save').click()
    await expect(dialog.getByText('2 of 20 templates')).toBeVisible()
    await page.keyboard.press('Escape')

    await answer(page, '/api/stores/products/domain/', pageOf([]))
    await cardOf(page, store.name).getByRole('link').focus()
    await page.keyboard.press('e')
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Theme')
    await expect(dialog.getByText('This store does not show: first product.')).toBeVisible()
    await expect(buttonWith(dialog, 'Copy text')).toBeDisabled()
    await expect(buttonWith(dialog, 'Open in mail program')).toBeDisabled()
    await expectStateAccessible(page, 'a letter that lacks something')
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Greeting')
    await expect(link(dialog, 'Open in mail program')).toHaveAttribute(
      'href',
      new RegExp(`^mailto:.+\\?subject=For%20.+&body=Hello%20.+%20in%20`),
    )
    await buttonWith(dialog, 'Copy text').click()
    await expectContacted(page, store.name)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`Hello ${store.name} in `)
    await expect
      .poll(async () => (await client.get<Lead>(`/api/leads/${store.id}`)).contactedAt)
      .not.toBeNull()
  })

  test('opening the letter in the mail program sets contacted as copying does, and goes on to the next', async ({
    page,
  }) => {
    const { client, leads } = await openLeads(page, 2, { template: 'Hello' })
    const links = columnOf(page, 'toContact').getByRole('link')
    await expect(links).toHaveCount(2)
    const [name = '', next = ''] = await links.allInnerTexts()
    await links.first().focus()
    await page.keyboard.press('e')
    await expect(buttonWith(page, 'Copy text')).toBeFocused()
    await link(page.getByRole('dialog'), 'Open in mail program').click()
    await expectContacted(page, name)
    const lastLink = page.getByRole('link', { name: next, exact: true })
    await expect(lastLink).toBeFocused()
    await page.keyboard.press('e')
    await link(page.getByRole('dialog'), 'Open in mail program').click()
    await expectContacted(page, next)
    await expect(lastLink).toBeFocused()
    const written = leads.find((each) => each.name === name)
    if (!written) throw new Error(`no lead is called ${name}`)
    await expect.poll(() => stageOf(client, written)).toBe('contacted')
  })

  test('stages are renamed, reordered, added up to the limit, and deleted only by moving their leads', async ({
    page,
  }) => {
    const { client, first } = await openLeads(page, 2)
    const manage = button(page, 'Stages')
    await manage.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name of Replied' }).fill('In talks')
    await buttonWith(dialog, 'Move “In talks” up').click()
    while (await buttonWith(dialog, 'Add a stage').isEnabled())
      await buttonWith(dialog, 'Add a stage').click()
    await expect(dialog.getByText('12 of 12 stages')).toBeVisible()
    for (let added = 0; added < 7; added += 1)
      await dialog
        .getByRole('textbox', { name: 'Name of New stage' })
        .first()
        .fill(`Own ${added + 1}`)
    await buttonWith(dialog, 'Delete To contact').click()
    await dialog
      .getByRole('combobox', { name: /Where should the 2 leads in To contact go/ })
      .selectOption('In talks')
    await buttonWith(dialog, 'Delete To contact').last().click()
    await expectStateAccessible(page, 'the stages')
    await buttonWith(dialog, 'Save').click()
    await expect(dialog).toHaveCount(0)
    const heads = page.locator('[data-stage] h2')
    await expect(heads).toHaveText([
      'In talks',
      'Contacted',
      'Won',
      'Lost',
      ...Array.from({ length: 7 }, (_, at) => `Own ${at + 1}`),
    ])
    await expectCardIn(page, 'replied', first.name)
    const { stages } = await client.get<Board>('/api/stages')
    expect(stages).toHaveLength(11)
  })

  test('a column of many leads draws only those in view, and reads on to its last one', async ({
    page,
  }) => {
    const { leads } = await openLeads(page, 80)
    const column = columnOf(page, 'toContact')
    const last = column.locator(`[aria-posinset="${leads.length}"]`)
    await expect(column.locator('[data-lead]').first()).toBeVisible()
    await expect
      .poll(async () => {
        await column.locator('ol').evaluate((list) => list.parentElement?.scrollTo({ top: 1e6 }))
        return last.count()
      })
      .toBe(1)
    await expect(last).toBeInViewport()
    expect(await column.locator('[data-lead]').count()).toBeLessThan(50)
  })

  test('an empty board explains each column and links to the first leads', async ({ page }) => {
    await signInToNewAccount(page, 'Lea Board', 'plus')
    await open(page, '/leads', texts)
    for (const key of ['toContact', 'contacted', 'replied', 'won', 'lost'] as const)
      await expect(columnOf(page, key).getByText(texts.t(`leads:empty.${key}`))).toBeVisible()
    await expectAccessible(page, 'an empty board')
    await link(columnOf(page, 'toContact'), 'New leads').click()
    await expect(page).toHaveURL(/\/list\?view=leads/)
  })

  test('the table shows the same rows, sets a stage in place, and Back from a store finds it', async ({
    page,
  }) => {
    const { client, first } = await openLeads(page, 5, { address: '/leads?view=table' })
    await expect(page.locator('tbody tr')).toHaveCount(5)
    await page.getByRole('combobox', { name: `Stage of ${first.name}` }).selectOption('Won')
    await expect(toasts(page).getByText(`${first.name} is now Won`)).toBeVisible()
    await expect.poll(() => stageOf(client, first)).toBe('won')
    await expectAccessible(page, 'the table')
    const isSorted = page.waitForResponse(/leads\?.*sortBy=name/)
    await button(page, 'Store').click()
    await isSorted
    await page.getByRole('link', { name: first.name, exact: true }).press('Enter')
    await link(page, texts.t('list:quickLook.open')).click()
    await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
    await expect(page.getByRole('combobox', { name: `Stage of ${first.name}` })).toHaveValue('won')
    await page.goBack()
    await expect(page).toHaveURL(/\/leads\?.*view=table/)
  })

  test('while the rows of another order are on their way, a row opens its store beside them, and its letters work', async ({
    page,
  }) => {
    const { first } = await openLeads(page, 5, { address: '/leads?view=table' })
    await expect(page.locator('tbody tr')).toHaveCount(5)
    await page.route(/leads\?.*sortBy=name/, () => undefined)
    await button(page, 'Store').click()
    const link = page.getByRole('link', { name: first.name, exact: true })
    await link.focus()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog')).toContainText(first.name)
    await page.keyboard.press('Escape')
    await link.click()
    const look = page.getByRole('complementary', { name: texts.t('list:quickLook.label') })
    await expect(look.getByRole('heading', { name: first.name })).toBeVisible()
    await expect(page).toHaveURL(/\/leads\?/)
  })
})
