import type { Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import type { Visitor } from '#e2e/world.ts'

type Stage = {
  page: Page
  texts: Texts
  /**
   * Called with each state while it is on the screen; leaves it as it was, in the same language.
   * `reopen` brings back what a change of the address closes.
   */
  look: (state: string, reopen?: () => Promise<void>) => Promise<void>
}

/** A sequence of account screen states that need an answer or a user error, not just an address. */
export type Scenario = { name: string; visitor: Visitor; play: (stage: Stage) => Promise<void> }

/** What the answers of these scenarios make the browser report. */
export const STATES_COMPLAIN = /status of (4\d\d|50\d) |net::ERR_/

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
