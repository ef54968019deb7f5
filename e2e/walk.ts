import type { Locator, Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { follow } from './screens.ts'
import type { Visitor } from './world.ts'

type Stage = {
  page: Page
  texts: Texts
  /**
   * Called with each state while it is on the screen; leaves it as it was, in the same language. `reopen` brings back what a
   * change of the address closes.
   */
  look: (state: string, reopen?: () => Promise<void>) => Promise<void>
}

/** A sequence of account screen states that need an answer or a user error, not just an address. */
export type Walk = { name: string; visitor: Visitor; play: (stage: Stage) => Promise<void> }

/** What the answers of these walks make the browser report. */
export const STATES_COMPLAIN = /status of (4\d\d|50\d) |net::ERR_/

/** So long that a form which cannot break it would scroll. */
export const EMAIL = 'somebody.with.a.rather.long.name@mail.nobody.storedawn.test'

/** Messages stay and pages do not lead on, however long a check takes. */
export function holdLongTimers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const start = window.setTimeout
    const held = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 2_000 ? 0 : start(handler, ms, ...rest)
    window.setTimeout = held as typeof window.setTimeout
  })
}

export async function open(page: Page, path: string, { language }: Texts): Promise<void> {
  await openAlive(page, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
}

export async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilAlive(page)
}

/** Waits for hydration: earlier clicks have no effect. */
const untilAlive = (page: Page) =>
  page.waitForFunction(() => {
    const element = document.querySelector('main *')
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
  })

/** Goes to a different page. */
export const go = (page: Page, path: string, { language }: Texts) =>
  page.evaluate(follow, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
