import type { Page } from '@playwright/test'
import { DAY_MS } from '#contracts/dates.ts'
import type { BriefSettings } from '#contracts/workspace/brief.ts'
import type { Board } from '#contracts/workspace/leads.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { moveTo, type ProductByClock, signInByClock, test } from './by-clock.ts'
import { expect } from './fixtures.ts'
import { type Hands, handsOf } from './hands.ts'
import { cardOf, columnOf, expectContacted } from './leads-screen.ts'
import { listScreen } from './list-screen.ts'
import { mailsTo } from './mailbox.ts'
import { call, storesBy } from './own-things.ts'
import { button, buttonWith, field, open, toasts } from './page.ts'

const texts = textsOf('en')
const { t } = texts

/** Ten in the morning of Tuesday in Sydney, which is eleven hours ahead of UTC. */
const TUESDAY = '2026-12-07T23:00:00.000Z'
const BEFORE_SEVEN = '2026-12-08T19:59:00.000Z'
const SEVEN = '2026-12-08T20:00:30.000Z'
const TEN = 10

/** Shops that became visible at this time: the later found, the higher their score. */
const shops = (named: string, count: number, visible_at: string) =>
  Array.from({ length: count }, (_, at) => {
    const name = `${named} ${String(at + 1).padStart(2, '0')}`
    const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`
    const contact = { email: `hello@${domain}`, email_kind: 'role', email_state: 'has_mx' } as const
    const found_at = new Date(new Date(visible_at).getTime() - at * DAY_MS).toISOString()
    return { name, domain, ...contact, country: 'AU', found_at, visible_at }
  })

test.describe.configure({ mode: 'default' })
test.use({
  viewport: { width: 1366, height: 768 },
  timezoneId: 'Australia/Sydney',
  contextOptions: { reducedMotion: 'reduce' },
})

for (const way of ['by mouse', 'by keyboard alone'] as const)
  test(`${way}: ten leads by score are written to, none returns, and the brief comes at seven in Sydney`, async ({
    page,
    context,
    product,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await moveTo(page, product, TUESDAY)
    const place = way === 'by mouse' ? 'North' : 'South'
    await product.newStores(shops(`${place} Lamps`, 14, TUESDAY))
    const { client, email } = await signInByClock(page, product, `lea-${place.toLowerCase()}`)
    const hands = handsOf(page, way)

    await searchByScore(page, hands, `${place} Lamps`)
    const ten = await makeLeads(page, hands)
    await askForBrief(page, hands)
    const { nextAt } = await client.get<BriefSettings & { nextAt: string }>('/api/brief/settings')
    expect(nextAt).toBe('2026-12-08T20:00:00.000Z')

    await writeToAll(page, hands, ten)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Hello ${ten.at(-1)}`)
    const [first = '', second = '', third = ''] = ten
    await planStep(page, hands, first)
    await hands.move(second, 'contacted', 'replied')
    await hands.move(third, 'contacted', 'replied')
    await hands.move(third, 'replied', 'won')
    await expect
      .poll(async () => countsOf(await client.get<Board>('/api/stages')))
      .toEqual([
        ['toContact', 0],
        ['contacted', TEN - 2],
        ['replied', 1],
        ['won', 1],
        ['lost', 0],
      ])

    // Overnight three shops open, and the contacted shops open a second time.
    const contacted = await storesBy(client, 'contacted=yes&size=50')
    const fresh = `${place} Lamps Late`
    await product.newStores(shops(fresh, 3, BEFORE_SEVEN))
    await product.openAgain(contacted.map(({ id }) => id))
    await moveTo(page, product, BEFORE_SEVEN)
    expect(await mailsTo(email, product.mailboxUrl)).toEqual([])
    await moveTo(page, product, SEVEN)
    await expectBrief(page, product, { email, ten, first, fresh })
    await expectNoneReturns(page, hands, ten, place)
  })

const countsOf = ({ stages }: Board) => stages.map(({ key, leads }) => [key, leads])

async function searchByScore(page: Page, hands: Hands, text: string): Promise<void> {
  const { rows } = listScreen(page, texts)
  await open(page, '/list?view=leads', texts)
  await hands.type(page.getByRole('searchbox', { name: t('list:search.label') }), text)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(14)
  await hands.press(button(page, t('list:display.title')))
  await hands.choose(
    page.getByRole('combobox', { name: t('list:sort.label') }),
    t('list:sort.bestScore'),
  )
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/sortBy=score/)
  await hands.press(button(page, t('list:searches.save')))
  await hands.press(buttonWith(page.getByRole('dialog'), t('list:searches.save')))
  await expect(button(page, t('list:searches.isSaved'))).toBeVisible()
}

/** @returns their names, the highest score first */
async function makeLeads(page: Page, hands: Hands): Promise<string[]> {
  const { rows } = listScreen(page, texts)
  const scores = buttonWith(page.getByRole('row'), /^Score \d+/)
  const points = (await scores.allInnerTexts()).map((each) => Number.parseInt(each, 10))
  expect(points).toEqual(points.toSorted((a, b) => b - a))
  expect(new Set(points).size).toBeGreaterThan(3)
  const names = (await rows.allInnerTexts()).slice(0, TEN)
  await hands.tickFirst(TEN)
  const bar = page.getByRole('region', { name: t('bulk:label') })
  await expect(bar.getByText(`${TEN} selected`)).toBeVisible()
  await hands.openStages(bar)
  await hands.press(buttonWith(bar, t('list:filter.stage.options.toContact')))
  await expect(page.getByText(`${TEN} stores moved to “To contact”`)).toBeVisible()
  return names
}

async function askForBrief(page: Page, hands: Hands): Promise<void> {
  await open(page, '/settings/brief', texts)
  const form = page.getByRole('region', { name: t('brief:settings.title') })
  await hands.pick(form.getByRole('radio', { name: t('brief:settings.paces.daily') }))
  await expect(field(form, t('brief:settings.zone'))).toHaveValue('Australia/Sydney')
  await expect(field(form, t('brief:settings.hour'))).toHaveValue('7')
  await hands.press(button(form, t('brief:settings.save')))
  await expect(form).toContainText('Wed, Dec 9, 07:00')
}

async function writeToAll(page: Page, hands: Hands, ten: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  await open(page, '/leads', texts)
  await hands.press(button(page, t('leads:templates')))
  await hands.press(button(dialog, t('templates:add')))
  await hands.type(dialog.getByRole('textbox', { name: 'Name' }), 'Greeting')
  await hands.type(dialog.getByRole('textbox', { name: 'Text' }), 'Hello {store}')
  await hands.press(button(dialog, 'Save'))
  await expect(dialog.getByText('1 of 20 templates')).toBeVisible()
  await page.keyboard.press('Escape')
  const waiting = columnOf(page, 'toContact').locator('[data-lead]')
  await expect(waiting).toHaveCount(TEN)
  for (const name of ten) {
    await hands.write(name)
    await hands.press(buttonWith(dialog, t('templates:write.copy')))
    await expectContacted(page, name)
  }
  await expect(waiting).toHaveCount(0)
}

async function planStep(page: Page, hands: Hands, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hands.plan(name)
  await hands.type(dialog.getByRole('textbox', { name: t('leads:step.text') }), 'Send the offer')
  await hands.press(button(dialog, t('leads:day.tomorrow')))
  await hands.press(button(dialog, t('leads:step.save')))
  await expect(cardOf(page, name).getByText('Send the offer')).toBeVisible()
}

type Expected = { email: string; ten: readonly string[]; first: string; fresh: string }

async function expectBrief(
  page: Page,
  product: ProductByClock,
  { email, ten, first, fresh }: Expected,
): Promise<void> {
  await expect.poll(async () => (await mailsTo(email, product.mailboxUrl)).length).toBe(1)
  const [mail] = await mailsTo(email, product.mailboxUrl)
  expect(mail?.subject).toBe('1 step due, 3 good matches')
  for (const part of [first, 'Send the offer', `${fresh} 01`, `${fresh} 03`])
    expect(mail?.text).toContain(part)
  const [, others = ''] = mail?.text.split(/^Best matches/m) ?? []
  expect(ten.filter((name) => others.includes(name))).toEqual([])

  await open(page, '/app', texts)
  const brief = page.getByRole('region', { name: t('brief:title'), exact: true })
  await expect(brief).toContainText('Mailed at 07:00, Sydney')
  const group = (name: string) => brief.getByRole('region', { name, exact: true })
  await expect(group(t('brief:steps.title')).getByRole('listitem')).toHaveText(new RegExp(first))
  const matches = group(t('brief:matches.title'))
  for (const at of [1, 2, 3]) await expect(matches).toContainText(`${fresh} 0${at}`)
  await expect(matches.getByText(`${TEN} contacted stores are left out`)).toBeVisible()
  for (const name of ten) await expect(matches).not.toContainText(name)
  await expectStateAccessible(page, 'brief of the morning')
}

async function expectNoneReturns(
  page: Page,
  hands: Hands,
  ten: readonly string[],
  place: string,
): Promise<void> {
  const { rows } = listScreen(page, texts)
  await open(page, `/list?view=leads&q=${place}`, texts)
  await expect(rows).toHaveCount(7)
  const names = await rows.allInnerTexts()
  expect(ten.filter((name) => names.includes(name))).toEqual([])
  const note = page.getByText(`${TEN} contacted stores are left out`)
  await expect(note).toBeVisible()
  await hands.goToRows()
  await hands.press(buttonWith(note, t('list:contacted.show')))
  await expect(rows).toHaveCount(17)
  await hands.press(buttonWith(page, t('list:contacted.hide')))
  await expect(rows).toHaveCount(7)
}

test('two leads of one shop are merged on request, and undone', async ({ page, product }) => {
  await moveTo(page, product, TUESDAY)
  const { client } = await signInByClock(page, product, 'mo-merge')
  const [ended, kept] = ['Twin Lamps', 'Twin Shades'].map((name) => ({
    name,
    domain: `${name.toLowerCase().replace(' ', '-')}.example`,
    email: 'hello@twins.example',
  }))
  if (!ended || !kept) throw new Error('two stores are needed')
  const [endedId, keptId] = await product.newStores([ended, kept])
  const lead = { version: 0, stage: 'contacted' }
  for (const id of [endedId, keptId]) await call(client, 'PUT', `/api/leads/${id}`, lead)
  const note = { storeId: endedId, notes: 'Met Anna', tags: ['warm'] }
  await call(client, 'POST', '/api/saved-stores', note)
  await open(page, '/leads', texts)
  const same = t('leads:duplicate.email', { name: kept.name })
  await button(page, `${ended.name}. ${same}`).click()
  const dialog = page.getByRole('dialog', { name: t('leads:merge.title') })
  await expect(dialog).toContainText(same)
  await dialog.getByRole('radio', { name: `${kept.name}, ${kept.domain}` }).check()
  await expect(dialog).toContainText(t('leads:merge.text', { kept: kept.name, ended: ended.name }))
  await expectStateAccessible(page, 'two leads of one shop')
  await button(dialog, t('leads:merge.do')).click()
  await expect(cardOf(page, ended.name)).toHaveCount(0)
  await expect(cardOf(page, kept.name)).toBeVisible()
  const store = `/api/saved-stores?store=${keptId}`
  type Saved = { content: { notes: string; tags: string[] }[] }
  expect((await client.get<Saved>(store)).content).toMatchObject([
    { notes: 'Met Anna', tags: ['warm'] },
  ])
  await buttonWith(toasts(page), t('components:saving.undo')).press('Enter')
  await expect(cardOf(page, ended.name)).toBeVisible()
})

test('an erased store leaves no card, and its column says so until the line is closed', async ({
  page,
  product,
}) => {
  await moveTo(page, product, TUESDAY)
  const { client } = await signInByClock(page, product, 'ed-erased')
  const [gone, stays] = await product.newStores([
    { name: 'Gone Lamps', domain: 'gone-lamps.example' },
    { name: 'Staying Lamps', domain: 'staying-lamps.example' },
  ])
  for (const id of [gone, stays])
    await call(client, 'PUT', `/api/leads/${id}`, { version: 0, stage: 'replied' })
  await product.erase('gone-lamps.example')
  await open(page, '/leads', texts)
  const replied = columnOf(page, 'replied')
  const erased = replied.getByText(t('leads:erased', { count: 1, total: 1 }))
  await expect(cardOf(replied, 'Staying Lamps')).toBeVisible()
  await expect(cardOf(page, 'Gone Lamps')).toHaveCount(0)
  await expect(erased).toBeVisible()
  await expectAccessible(page, 'a column with an erased store')
  await button(replied, t('leads:hideErased')).click()
  await expect(erased).toHaveCount(0)
  await page.reload()
  await expect(cardOf(replied, 'Staying Lamps')).toBeVisible()
  await expect(erased).toHaveCount(0)
})

test('a search is taken over as the first leads, and a match of the brief by one press', async ({
  page,
  product,
}) => {
  await moveTo(page, product, TUESDAY)
  const { client } = await signInByClock(page, product, 'ty-takes-over')
  const search = { name: 'Desk lamps', view: 'leads', query: 'q=Desk%20Lamps' }
  await product.newStores(shops('Desk Lamps', 2, TUESDAY))
  await call(client, 'POST', '/api/saved-searches', { ...search, mails: false })
  await open(page, '/app', texts)
  const offers = page.getByRole('region', { name: t('brief:first.title') })
  await button(offers, t('brief:first.stageButton')).click()
  await expect
    .poll(async () => countsOf(await client.get<Board>('/api/stages')))
    .toContainEqual(['toContact', 2])
  await product.newStores(shops('New Desk Lamps', 1, BEFORE_SEVEN))
  await moveTo(page, product, SEVEN)
  await page.reload()
  const line = page
    .getByRole('region', { name: t('brief:matches.title') })
    .getByRole('listitem')
    .filter({ hasText: 'New Desk Lamps 01' })
  await buttonWith(line, /^To contact/).click()
  await expect(buttonWith(line, /^Undo/)).toBeEnabled()
  await expect
    .poll(async () => countsOf(await client.get<Board>('/api/stages')))
    .toContainEqual(['toContact', 3])
})
