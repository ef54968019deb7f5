import type { Locator, Page } from '@playwright/test'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { Board, Lead } from '#contracts/workspace/leads.ts'
import type { Template } from '#contracts/workspace/templates.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { createMember, somebodyNew, useSession } from './accounts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { expectFit, NARROW } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { open } from './page.ts'
import { requireEnv } from './world.ts'

const texts = textsOf('en')
const DESK = { width: 1366, height: 768 }

const columnOf = (page: Page, stage: string) => page.locator(`[data-stage="${stage}"]`)
const cardOf = (within: Page | Locator, name: string) =>
  within.locator(`[data-lead]:has(a[title^="${name}, "])`)
const said = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** A new account, because other journeys compare the demo's leads. */
async function signInToNewAccount(page: Page): Promise<Client> {
  const client = await createMember(somebodyNew('Lea Board'), 'plus', texts)
  await useSession(page, client)
  return client
}

async function send<Answer>(
  { token }: Client,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await fetch(`${requireEnv('E2E_ORIGIN')}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Stores with an address become leads to contact. */
async function makeLeads(client: Client, count: number): Promise<StoreSummary[]> {
  const { content } = await client.get<{ content: StoreSummary[] }>(
    `/api/stores?email=yes&sortBy=name&sortDirection=ASC&size=${count}`,
  )
  const storeIds = content.map(({ id }) => id)
  const action = { kind: 'stage', stage: 'toContact' }
  await send(client, 'POST', '/api/stores/bulk', { target: { storeIds }, action })
  return content
}

const stageOf = async (client: Client, { id }: StoreSummary): Promise<string> =>
  (await client.get<Lead>(`/api/leads/${id}`)).stage

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, onto] = [await card.boundingBox(), await to.boundingBox()]
  if (!from || !onto) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 120, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 140, from.y + 20, { steps: 3 })
  await page.mouse.move(onto.x + onto.width / 2, onto.y + 200, { steps: 6 })
  await page.mouse.up()
}

test.describe('the own leads', () => {
  test.use({ viewport: DESK, contextOptions: { reducedMotion: 'reduce' } })

  test('by mouse: a card goes to another stage at once, and back by Undo; a click looks at its store', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page)
    const [first] = await makeLeads(client, 6)
    if (!first) throw new Error('no store with an address')
    await open(page, '/leads', texts)
    const [toContact, contacted] = [columnOf(page, 'toContact'), columnOf(page, 'contacted')]
    await expect(toContact.locator('[data-lead]')).toHaveCount(6)
    await drag(page, cardOf(toContact, first.name), contacted)
    await expect(cardOf(contacted, first.name)).toBeVisible()
    await expect(said(page).getByText(`${first.name} is now Contacted`)).toBeVisible()
    expect(await stageOf(client, first)).toBe('contacted')
    await expectAccessible(page, 'the board')
    // No card lies below the message.
    const foot = await contacted.boundingBox()
    const note = await said(page).getByText(`${first.name} is now Contacted`).boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(note?.y ?? 0)
    await said(page).getByRole('button', { name: 'Undo' }).click()
    await expect(cardOf(toContact, first.name)).toBeVisible()
    await expect.poll(() => stageOf(client, first)).toBe('toContact')

    await cardOf(toContact, first.name).click()
    const look = page.getByRole('complementary', { name: texts.t('list:quickLook.label') })
    await expect(look.getByRole('heading', { name: first.name })).toBeVisible()
    await look.getByRole('combobox', { name: `Stage of ${first.name}` }).selectOption('Won')
    await expect(cardOf(columnOf(page, 'won'), first.name)).toBeVisible()
  })

  test.describe(() => {
    test.use({ expectedComplaints: [/status of 4(09|29)/] })

    test('a move that the server refuses is taken back, says why, and is tried again by one button', async ({
      page,
    }) => {
      const client = await signInToNewAccount(page)
      const [first] = await makeLeads(client, 3)
      if (!first) throw new Error('no store with an address')
      await open(page, '/leads', texts)
      await page.route('**/api/leads/*', (route) =>
        route.fulfill({
          status: 429,
          json: { code: 'rate_limited', message: 'Slow down.', requestId: 'x' },
        }),
      )
      const [toContact, replied] = [columnOf(page, 'toContact'), columnOf(page, 'replied')]
      await drag(page, cardOf(toContact, first.name), replied)
      await expect(
        said(page).getByText(`${first.name} is back in To contact. Slow down.`),
      ).toBeVisible()
      await expect(cardOf(toContact, first.name)).toBeVisible()
      await page.unrouteAll()
      await said(page)
        .getByRole('button', { name: texts.t('errors:retry') })
        .click()
      await expect(cardOf(replied, first.name)).toBeVisible()
      await expect.poll(() => stageOf(client, first)).toBe('replied')
    })

    test('the second of two tabs sees the present stage and when it was set, and may still set its own', async ({
      page,
    }) => {
      const client = await signInToNewAccount(page)
      const [first] = await makeLeads(client, 3)
      if (!first) throw new Error('no store with an address')
      await open(page, '/leads', texts)
      const toContact = columnOf(page, 'toContact')
      await expect(cardOf(toContact, first.name)).toBeVisible()
      const { version } = await client.get<Lead>(`/api/leads/${first.id}`)
      await send(client, 'PUT', `/api/leads/${first.id}`, { version, stage: 'lost' })
      await drag(page, cardOf(toContact, first.name), columnOf(page, 'replied'))
      const note = said(page).getByText(
        new RegExp(`was set to Lost in another tab at \\d\\d:\\d\\d UTC`),
      )
      await expect(note).toBeVisible()
      await expect(cardOf(columnOf(page, 'lost'), first.name)).toBeVisible()
      expect(await stageOf(client, first)).toBe('lost')
      await said(page).getByRole('button', { name: 'Set to Replied' }).click()
      await expect(cardOf(columnOf(page, 'replied'), first.name)).toBeVisible()
      await expect.poll(() => stageOf(client, first)).toBe('replied')
    })
  })

  test('by keyboard alone: from card to card, to other stages, a next step, ticks, and undone', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page)
    const stores = await makeLeads(client, 4)
    await open(page, '/leads', texts)
    await expect(columnOf(page, 'toContact').locator('[data-lead]')).toHaveCount(4)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('ArrowDown')
    const name = await focused()
    const store = stores.find((each) => each.name === name)
    if (!store) throw new Error(`no lead has the focus, but ${name}`)

    await page.keyboard.press('Shift+ArrowRight')
    await expect(cardOf(columnOf(page, 'contacted'), name)).toBeVisible()
    await expect.poll(focused).toBe(name)
    await expect(said(page).getByText(`${name} is now Contacted`)).toBeVisible()
    await page.keyboard.press('z')
    await expect(cardOf(columnOf(page, 'toContact'), name)).toBeVisible()

    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(`${name} to To contact`)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(`${name} to Replied`)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(cardOf(columnOf(page, 'replied'), name)).toBeVisible()
    await expect.poll(() => stageOf(client, store)).toBe('replied')
    await expect.poll(focused).toBe(name)

    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What is next' }).fill('Send the offer')
    await dialog.getByRole('button', { name: 'tomorrow' }).press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(cardOf(columnOf(page, 'replied'), name).getByText('Send the offer')).toBeVisible()
    await expect(cardOf(columnOf(page, 'replied'), name).getByText('tomorrow')).toBeVisible()

    await page.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('m')
    await dialog.getByRole('button', { name: 'Won' }).press('Enter')
    await expect(cardOf(columnOf(page, 'won'), name)).toBeVisible()
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
    await bar.getByRole('button', { name: 'Lost' }).press('Enter')
    await expect(columnOf(page, 'lost').locator('[data-lead]')).toHaveCount(2)
    await expect(cardOf(columnOf(page, 'lost'), other)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
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
    const client = await signInToNewAccount(page)
    const stores = await makeLeads(client, 8)
    const store = stores.find(({ country }) => country !== null)
    if (!store) throw new Error('no lead has a country')
    const body = 'Hello {store} in {country}'
    await send<Template>(client, 'POST', '/api/templates', {
      name: 'Greeting',
      subject: 'For {store}',
      body,
    })
    await open(page, '/leads', texts)
    await page.getByRole('button', { name: 'Templates' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New template' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Theme')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('About ')
    await dialog.getByRole('button', { name: 'first product' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('About {first_product}')
    await expectStateAccessible(page, 'a template')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('2 of 20 templates')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.route('**/api/stores/products/domain/**', (route) =>
      route.fulfill({
        json: { content: [], page: 0, size: 1, totalElements: 0, totalPages: 0, nextCursor: null },
      }),
    )
    await cardOf(page, store.name).getByRole('link').focus()
    await page.keyboard.press('e')
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Theme')
    await expect(dialog.getByText('This store does not show: first product.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy text' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Open in mail program' })).toBeDisabled()
    await expectStateAccessible(page, 'a letter that lacks something')
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Greeting')
    await dialog.getByRole('button', { name: 'Copy text' }).click()
    await expect(cardOf(columnOf(page, 'contacted'), store.name)).toBeVisible()
    await expect(cardOf(page, store.name).getByText('Ask again')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`Hello ${store.name} in `)
    await expect
      .poll(async () => (await client.get<Lead>(`/api/leads/${store.id}`)).contactedAt)
      .not.toBeNull()
  })

  test('stages are renamed, ordered, added up to the limit, and deleted only into another one', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page)
    const [first] = await makeLeads(client, 2)
    if (!first) throw new Error('no store with an address')
    await open(page, '/leads', texts)
    const manage = page.getByRole('button', { name: 'Stages', exact: true })
    await manage.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name of Replied' }).fill('In talks')
    await dialog.getByRole('button', { name: 'Move “In talks” up' }).click()
    while (await dialog.getByRole('button', { name: 'Add a stage' }).isEnabled())
      await dialog.getByRole('button', { name: 'Add a stage' }).click()
    await expect(dialog.getByText('12 of 12 stages')).toBeVisible()
    for (let added = 0; added < 7; added += 1)
      await dialog
        .getByRole('textbox', { name: 'Name of New stage' })
        .first()
        .fill(`Own ${added + 1}`)
    await dialog.getByRole('button', { name: 'Delete To contact' }).click()
    await dialog
      .getByRole('combobox', { name: /Where do the 2 leads of To contact go/ })
      .selectOption('In talks')
    await dialog.getByRole('button', { name: 'Delete To contact' }).last().click()
    await expectStateAccessible(page, 'the stages')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    const heads = page.locator('[data-stage] h2')
    await expect(heads).toHaveText([
      'In talks',
      'Contacted',
      'Won',
      'Lost',
      ...Array.from({ length: 7 }, (_, at) => `Own ${at + 1}`),
    ])
    await expect(cardOf(columnOf(page, 'replied'), first.name)).toBeVisible()
    const { stages } = await client.get<Board>('/api/stages')
    expect(stages).toHaveLength(11)
  })

  test('a column of many leads draws only those in view, and reads on to its last one', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page)
    const leads = await makeLeads(client, 80)
    await open(page, '/leads', texts)
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

  test('an account without leads is told what comes where, and led to its first ones', async ({
    page,
  }) => {
    await signInToNewAccount(page)
    await open(page, '/leads', texts)
    for (const key of ['toContact', 'contacted', 'replied', 'won', 'lost'] as const)
      await expect(columnOf(page, key).getByText(texts.t(`leads:empty.${key}`))).toBeVisible()
    await expectAccessible(page, 'an empty board')
    await columnOf(page, 'toContact').getByRole('link', { name: 'New leads' }).click()
    await expect(page).toHaveURL(/\/list\?view=leads/)
  })

  test('the table shows the same rows, sets a stage in place, and Back from a store finds it', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page)
    const [first] = await makeLeads(client, 5)
    if (!first) throw new Error('no store with an address')
    await open(page, '/leads?view=table', texts)
    await expect(page.locator('tbody tr')).toHaveCount(5)
    await page.getByRole('combobox', { name: `Stage of ${first.name}` }).selectOption('Won')
    await expect(said(page).getByText(`${first.name} is now Won`)).toBeVisible()
    await expect.poll(() => stageOf(client, first)).toBe('won')
    await expectAccessible(page, 'the table')
    const isSorted = page.waitForResponse(/leads\?.*sortBy=name/)
    await page.getByRole('button', { name: 'Store', exact: true }).click()
    await isSorted
    await page.getByRole('link', { name: first.name, exact: true }).press('Enter')
    await page.getByRole('link', { name: texts.t('list:quickLook.open') }).click()
    await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
    await expect(page.getByRole('combobox', { name: `Stage of ${first.name}` })).toHaveValue('won')
    await page.goBack()
    await expect(page).toHaveURL(/\/leads\?.*view=table/)
  })

  test.describe('on a phone', () => {
    test.use({ viewport: NARROW, hasTouch: true })

    test('one stage a screen: its tab shows it, a long press and a drop on a tab moves a card, and nothing scrolls sideways', async ({
      page,
    }) => {
      const client = await signInToNewAccount(page)
      const [first] = await makeLeads(client, 5)
      if (!first) throw new Error('no store with an address')
      await open(page, '/leads', textsOf('de'))
      await expect(cardOf(columnOf(page, 'toContact'), first.name)).toBeInViewport()
      const tabs = page.getByRole('navigation', { name: 'Phasen' }).getByRole('link')
      await expect(tabs).toHaveCount(5)
      await longPressTo(page, cardOf(columnOf(page, 'toContact'), first.name), tabs.nth(1))
      await expect.poll(() => stageOf(client, first)).toBe('contacted')
      await tabs.nth(1).click()
      await expect(cardOf(columnOf(page, 'contacted'), first.name)).toBeInViewport()
      await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'true')
      await expectFit(page, 'the board')
      await open(page, '/leads?view=table', textsOf('de'))
      await expectFit(page, 'the table of leads')
    })
  })
})

/** As a finger does: it rests, the card is lifted, and follows. */
async function longPressTo(page: Page, card: Locator, target: Locator): Promise<void> {
  const [from, to] = [await card.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  const [x, y] = [from.x + 100, from.y + 20]
  await touch('touchStart', x, y)
  await expect(page.locator('[data-lifted]')).toBeVisible()
  const [toX, toY] = [to.x + to.width / 2, to.y + to.height / 2]
  for (let step = 1; step <= 5; step += 1)
    await touch('touchMove', x + ((toX - x) * step) / 5, y + ((toY - y) * step) / 5)
  await touch('touchEnd', toX, toY)
}
