import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { follow } from './screens.ts'

export async function open(page: Page, path: string, { language }: Texts): Promise<void> {
  await openHydrated(page, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
}

export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilHydrated(page)
}

/** Waits for hydration: earlier clicks have no effect. */
const untilHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const element = document.querySelector('main *')
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  })

/** Keeps back what is asked of `url` from now on. @returns lets it through, or answers with `then` */
export async function hold(
  page: Page,
  url: string | RegExp,
  then?: { status?: number; json: unknown },
): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await gate.promise
    await (then ? route.fulfill(then) : route.continue())
  })
  return gate.resolve
}

export const go = (page: Page, path: string, { language }: Texts) =>
  page.evaluate(follow, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Old figures are dimmed until the new ones arrive. */
export const untilIdle = (page: Page) =>
  expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
/** Messages at the foot. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
export const link = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('link', { name })
export const field = (within: Page | Locator, label: string) =>
  within.getByLabel(label, { exact: true })
export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true })
/** Its name holds these words. */
export const buttonWith = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name })
