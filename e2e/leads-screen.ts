import { expect, type Locator, type Page } from '@playwright/test'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { Lead } from '#contracts/workspace/leads.ts'
import type { Client } from '#testing/demo-client.ts'
import { type Texts, textsOf } from '#testing/texts.ts'
import { signInToNewAccount } from './accounts.ts'
import { call, storesBy } from './own-things.ts'
import { open } from './page.ts'

export const columnOf = (page: Page, stage: string) => page.locator(`[data-stage="${stage}"]`)
export const cardOf = (within: Page | Locator, name: string) =>
  within.locator(`[data-lead]:has(a[title^="${name}, "])`)

/** The card is in the column of this stage. */
export const expectCardIn = (page: Page, stage: string, name: string) =>
  expect(cardOf(columnOf(page, stage), name)).toBeVisible()

type Options = {
  address?: string
  texts?: Texts
  /** The text of a template of the account. */
  template?: string
}

/** The leads of a new account, all to contact: other journeys compare those of the demo. */
export async function openLeads(
  page: Page,
  count: number,
  { address = '/leads', texts = textsOf('en'), template }: Options = {},
) {
  const client = await signInToNewAccount(page, 'Lea Board', 'plus')
  const made = await makeLeads(client, count)
  if (template !== undefined) {
    const body = { name: 'Greeting', subject: 'For {store}', body: template }
    await call(client, 'POST', '/api/templates', body)
  }
  await open(page, address, texts)
  return { client, ...made }
}

/** Stores with an address become leads to contact. */
async function makeLeads(client: Client, count: number) {
  const leads = await storesBy(client, `email=yes&sortBy=name&sortDirection=ASC&size=${count}`)
  const storeIds = leads.map(({ id }) => id)
  const action = { kind: 'stage', stage: 'toContact' }
  await call(client, 'POST', '/api/stores/bulk', { target: { storeIds }, action })
  const [first] = leads
  if (!first) throw new Error('no store with an address')
  return { first, leads }
}

export const stageOf = async (client: Client, { id }: Pick<StoreSummary, 'id'>): Promise<string> =>
  (await client.get<Lead>(`/api/leads/${id}`)).stage

/** By mouse, into a column. */
export async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, onto] = [await card.boundingBox(), await to.boundingBox()]
  if (!from || !onto) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 120, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 140, from.y + 20, { steps: 3 })
  await page.mouse.move(onto.x + onto.width / 2, onto.y + 200, { steps: 6 })
  await page.mouse.up()
}

/** As a finger does: it rests, the card is lifted, and follows. */
export async function longPressTo(page: Page, card: Locator, target: Locator): Promise<void> {
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

/** The template that is chosen, copied for the lead of the open dialog: it is then contacted. */
export async function expectContacted(page: Page, name: string): Promise<void> {
  const card = cardOf(columnOf(page, 'contacted'), name)
  await expect(card).toBeVisible()
  await expect(card.getByText('Ask again')).toBeVisible()
}
