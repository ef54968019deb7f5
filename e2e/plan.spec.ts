import type { Page } from '@playwright/test'
import type { PaidPlan } from '#contracts/billing/price-list.ts'
import { textsOf } from '#testing/texts.ts'
import { accountMenu, createMember, somebodyNew, subscriptionOf } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { button, buttonWith, openHydrated, toasts } from './page.ts'

const texts = textsOf('en')
const { t } = texts

test(
  'Pro upgrades to Plus, schedules and undoes a downgrade, then cancels, each call with the bearer token',
  { tag: ['@roles.bearer-plans'] },
  async ({ page }) => {
    const api = await createMember(somebodyNew('Planner Prue'), 'pro', texts)
    const { origin, token } = api
    await page.context().addInitScript(
      (given) => {
        if (location.origin === given.origin) localStorage.setItem('jwt', given.token)
      },
      { origin, token },
    )
    const bare = callsWithout(page, token)
    const elsewhere = await page.context().newPage()
    await openHydrated(elsewhere, '/settings/user')
    await expectBadge(elsewhere, 'pro')
    await page.bringToFront()
    await openHydrated(page, '/settings/plan')
    const current = page.getByRole('region', { name: t('settings:plan.title') })
    await expect(current).toContainText(t('settings:plan.perMonth', { price: '$39' }))

    await test.step('upgrade at once, at the quoted price, in every tab', async () => {
      await press(page, t('settings:plan.upgrade', { plan: 'Plus' }))
      await expect(dialog(page)).toContainText(t('settings:plan.change.atOnce'))
      await buttonWith(dialog(page), /^Pay \$/).click()
      await expect(toasts(page)).toContainText(t('settings:plan.updated.title'))
      await expect(current).toContainText(t('settings:plan.perMonth', { price: '$79' }))
      await expect(
        page.getByRole('region', { name: t('settings:plan.invoices.title') }).getByRole('listitem'),
      ).toHaveCount(2)
      await expectBadge(elsewhere, 'plus')
    })

    await test.step('downgrade later, then undo it', async () => {
      await press(page, t('settings:plan.downgrade', { plan: 'Pro' }))
      await expect(dialog(page)).toContainText(t('settings:plan.change.nothing'))
      await button(dialog(page), t('settings:plan.change.schedule')).click()
      await expect(toasts(page)).toContainText(t('settings:plan.scheduled.done'))
      expect((await subscriptionOf(api))?.scheduledChange).toMatchObject({ productName: 'pro' })
      await press(page, t('settings:plan.scheduled.back'))
      await expect(toasts(page)).toContainText(t('settings:plan.resumed'))
      expect(await subscriptionOf(api)).toMatchObject({
        productName: 'plus',
        scheduledChange: null,
      })
    })

    await test.step('cancel to Guest at the end of the period', async () => {
      await press(page, t('settings:plan.downgrade', { plan: t('navigation:plan.guest') }))
      await button(dialog(page), t('settings:plan.cancel.confirm')).click()
      await expect(toasts(page)).toContainText(t('settings:plan.cancel.done'))
      await expect(button(current, t('settings:plan.ending.keep', { plan: 'Plus' }))).toBeVisible()
      await expect(current).toContainText(t('settings:plan.endsOn'))
      expect(await subscriptionOf(api)).toMatchObject({
        productName: 'plus',
        cancelAtPeriodEnd: true,
      })
    })
    expect(bare).toEqual([])
  },
)

function callsWithout(page: Page, token: string): string[] {
  const bare: string[] = []
  page.on('request', (request) => {
    const isAboutPlan = /\/api\/(plans|subscription)\//.test(request.url())
    if (isAboutPlan && request.headers()['authorization'] !== `Bearer ${token}`)
      bare.push(request.url())
  })
  return bare
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => button(page.getByRole('main'), name).click()

const expectBadge = async (page: Page, plan: PaidPlan) => {
  await accountMenu(page, texts).click()
  await expect(
    page.getByRole('menu').getByText(t(`navigation:plan.${plan}`), { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
}
