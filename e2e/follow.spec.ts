import type { Page } from '@playwright/test'
import type { ProductCluster } from '#contracts/catalog/product-clusters.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import type { Follow } from '#contracts/workspace/follows.ts'
import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { signInToNewAccount } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { keyboard } from './keyboard.ts'
import { storesBy } from './own-things.ts'
import { button, buttonWith, link, open } from './page.ts'

const texts = textsOf('en')
const { t } = texts

const followsOf = async (client: Client): Promise<Follow[]> =>
  (await client.get<{ follows: Follow[] }>('/api/follows')).follows

async function mailedStore(client: Client) {
  const [store] = await storesBy(client, 'email=yes&emailState=has_mx&size=1')
  if (!store?.email) throw new Error('no store of the demo has an address')
  return { ...store, email: store.email }
}

const followButton = (page: Page, name: string) =>
  buttonWith(page.getByRole('main'), `${t('follows:follow')} ${name}`)
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test.describe('following', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('by pointer: a store, a product and a niche, their changes, and the end of one', async ({
    page,
    sample,
  }) => {
    const client = await signInToNewAccount(page, 'Ida Follows')
    const { store } = sample
    await open(page, `/store/${store.id}`, texts)
    await expect(followButton(page, store.name)).toHaveAttribute(
      'title',
      new RegExp(t('follows:sends.store')),
    )
    await followButton(page, store.name).click()
    await expect(toast(page, t('follows:followed', { name: store.name }))).toBeVisible()
    await expect(page.getByText(t('follows:sends.store')).last()).toBeVisible()
    await expect(
      page.getByRole('button', { name: `${t('follows:following')} ${store.name}`, pressed: true }),
    ).toBeVisible()

    const { title } = await client.get<ProductCluster>(`/api/products/clusters/${sample.clusterId}`)
    await open(page, `/products/${sample.clusterId}`, texts)
    await followButton(page, title).click()
    await expect(toast(page, t('follows:followed', { name: title }))).toBeVisible()
    await open(page, '/pulse/beauty/US', texts)
    await buttonWith(page.getByRole('main'), new RegExp(`^${t('follows:follow')} `)).click()
    await expect.poll(() => followsOf(client)).toHaveLength(3)

    await open(page, '/saved/follows', texts)
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(page.getByText(t('follows:room', { used: '3', limit: '20' }))).toBeVisible()
    await expectAccessible(page, 'with three follows')
    await link(page, t('follows:changes')).click()
    await expect(page).toHaveURL(/\/changes\?followed=yes/)
    await expect(link(page.getByRole('main'), store.name).first()).toBeVisible()

    await open(page, '/saved/follows', texts)
    await button(page, t('follows:endThis', { name: store.name })).click()
    await expect(rows).toHaveCount(2)
    await button(page, t('follows:undo')).click()
    await expect(rows).toHaveCount(3)
  })

  test('by keyboard: a store is followed, found among the follows and let go', async ({
    page,
    sample: { store },
  }) => {
    const client = await signInToNewAccount(page, 'Kay Follows')
    const keys = keyboard(page)
    await open(page, `/store/${store.id}`, texts)
    await keys.press(followButton(page, store.name))
    await expect(toast(page, t('follows:followed', { name: store.name }))).toBeVisible()
    await open(page, '/saved/follows', texts)
    await keys.press(button(page, t('follows:endThis', { name: store.name })), 'Space')
    await expect(page.getByText(t('follows:empty.title'))).toBeVisible()
    expect(await followsOf(client)).toEqual([])
  })
})

test.describe('an address that mail came back from', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('is marked on the contact card, shows in the list of leads, and the mark is taken back', async ({
    page,
  }) => {
    const client = await signInToNewAccount(page, 'Bo Bounce')
    const { id, name, email } = await mailedStore(client)
    const stateOf = async () => {
      const { emails } = await client.get<StoreDetails>(`/api/stores/details/${id}`)
      return emails.find(({ address }) => address === email)?.mailState
    }
    await open(page, `/store/${id}`, texts)
    await button(page, `${t('store-details:bounce.mark')} ${email}`).click()
    await expect(toast(page, t('store-details:bounce.marked'))).toBeVisible()
    await expect(page.getByText(t('store-details:bounce.returned'))).toBeVisible()
    expect(await stateOf()).toBe('bounced')
    await expectAccessible(page, 'with a bounced address')
    await open(page, '/list?view=leads&bounced=yes', texts)
    await expect(link(page.getByRole('main'), name).first()).toBeVisible()
    await expect(page.getByRole('img', { name: t('list:lead.bounced') })).toBeVisible()

    await open(page, `/store/${id}`, texts)
    await keyboard(page).press(button(page, `${t('store-details:bounce.undo')} ${email}`))
    await expect(toast(page, t('store-details:bounce.unmarked'))).toBeVisible()
    expect(await stateOf()).toBe('has_mx')
  })
})
