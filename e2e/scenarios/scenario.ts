import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { answer, type Answer } from '#e2e/account-answers.ts'
import { open } from '#e2e/page.ts'
import type { Visitor } from '#e2e/world.ts'

type Stage = {
  page: Page
  t: Texts['t']
  texts: Texts
  /**
   * Called with each state while it is on the screen; leaves it as it was, in the same language.
   * `reopen` brings back what a change of the address closes.
   */
  look: (state: string, reopen?: () => Promise<void>) => Promise<void>
}

/** A sequence of account screen states that need an answer or a user error, not just an address. */
export type Scenario = { name: string; visitor: Visitor; play: (stage: Stage) => Promise<void> }

type Shown = Parameters<Texts['t']>[0][] | ((page: Page, texts: Texts) => Locator)
type State = [state: string, path: string, answers: Record<string, Answer>, shown: Shown]

export const bones: Shown = (page) => page.getByRole('main').locator('.bone').first()

/** States that an address and the answers of calls bring about. */
export const statesOf = (name: string, visitor: Visitor, states: readonly State[]): Scenario => ({
  name,
  visitor,
  async play({ page, t, texts, look }) {
    const withText = (text: string) => page.getByRole('main').getByText(text).first()
    for (const [state, path, answers, shown] of states) {
      for (const [call, given] of Object.entries(answers)) await answer(page, call, given)
      await open(page, path, texts)
      const signs =
        typeof shown === 'function' ? [shown(page, texts)] : shown.map((key) => withText(t(key)))
      for (const sign of signs) await expect(sign).toBeVisible()
      await look(state)
    }
  },
})

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
