import type { Client } from '#testing/demo-client.ts'
import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { linkOfMail } from './mailbox.ts'
import { storesBy } from './own-things.ts'
import { buttonWith, openHydrated } from './page.ts'
import { launchStore } from './world.ts'

const { t } = textsOf('en')
const LISTED_WITHIN_MS = 60_000
const TRIES = 4

test.describe.configure({ timeout: 180_000 })

async function findReachableStore(member: Client) {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const name = `Abschied ${Date.now().toString(36)}`
    await launchStore(name)
    const find = async () =>
      (await storesNamed(member, name)).find(
        ({ emailState }) => emailState === 'has_mx' || emailState === 'no_mx',
      )
    await expect
      .poll(find, { timeout: LISTED_WITHIN_MS, message: `${name} with a checked mailbox` })
      .toBeDefined()
    const store = await find()
    if (store?.email && store.emailState === 'has_mx') return { ...store, email: store.email }
  }
  throw new Error('no launched store can be written to')
}

const storesNamed = (member: Client, name: string) =>
  storesBy(member, `q=${encodeURIComponent(name)}`)

test('an owner proves a store through its mailbox, and the store disappears from the list', async ({
  page,
  member,
}) => {
  const { domain, email, name } = await findReachableStore(member)
  await openHydrated(page, '/opt-out')
  await page.getByLabel(t('opt-out:domain.label')).fill(`https://${domain}/`)
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 2, name: t('opt-out:steps.proving') }),
  ).toBeFocused()
  await page.getByRole('radio', { name: t('opt-out:methods.mail.name') }).check()
  await buttonWith(page, t('opt-out:methods.mail.submit')).click()
  await expect(page.getByText(t('errors:done_opt_out_mail'))).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(email)

  const bare = domain.replace(/^www\./, '')
  await page.goto(await linkOfMail(email, t('email:optOut.subject', { domain: bare })))
  await expect(page).toHaveURL(/\/opt-out\?domain=[^&]+$/)
  await expect(
    page.getByRole('heading', { level: 2, name: t('opt-out:steps.arrived') }),
  ).toBeVisible()
  expect(await storesNamed(member, name)).toHaveLength(1)
  await buttonWith(page, t('opt-out:arrived.submit')).click()
  await expect(page.getByRole('heading', { level: 2, name: t('opt-out:steps.done') })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(t('opt-out:done.erased_one'))
  expect(await storesNamed(member, name)).toEqual([])
})
