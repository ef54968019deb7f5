import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from '#testing/texts.ts'
import { answer, type Answer } from '#e2e/account-answers.ts'
import { go, open } from '#e2e/page.ts'
import type { Visitor } from '#e2e/world.ts'

type Stage = {
  page: Page
  main: Locator
  dialog: Locator
  t: Texts['t']
  texts: Texts
  /** The helpers of these names, on this page and in this language. */
  open: (path: string) => Promise<void>
  go: (path: string) => Promise<unknown>
  answer: (path: string, given: Answer) => Promise<unknown>
  /**
   * Called with each state while it is on the screen; leaves it as it was, in the same language.
   * `reopen` brings back what a change of the address closes.
   */
  look: (state: string, reopen?: () => Promise<void>) => Promise<void>
}

/** A sequence of account screen states that need an answer or a user error, not just an address. */
export type Scenario = { name: string; visitor: Visitor; play: (stage: Stage) => Promise<void> }

type Shown = Parameters<Texts['t']>[0][] | ((stage: Stage) => Locator)
type State = [state: string, path: string, answers: Record<string, Answer>, shown: Shown]

export const bones: Shown = ({ main }) => main.locator('.bone').first()

/** States that an address and the answers of calls bring about. */
export const statesOf = (name: string, visitor: Visitor, states: readonly State[]): Scenario => ({
  name,
  visitor,
  async play(stage) {
    const { main, t } = stage
    for (const [state, path, answers, shown] of states) {
      for (const [call, given] of Object.entries(answers)) await stage.answer(call, given)
      await stage.open(path)
      const signs =
        typeof shown === 'function'
          ? [shown(stage)]
          : shown.map((key) => main.getByText(t(key)).first())
      for (const sign of signs) await expect(sign).toBeVisible()
      await stage.look(state)
    }
  },
})

type Check = (page: Page, state: string, reopen?: () => Promise<void>) => Promise<void>

/** In the language of the texts, with a check of each state. */
export async function perform(
  { play }: Scenario,
  page: Page,
  texts: Texts,
  check: Check,
): Promise<void> {
  await holdLongTimers(page)
  await play({
    page,
    main: page.getByRole('main'),
    dialog: page.getByRole('dialog'),
    t: texts.t,
    texts,
    open: (path) => open(page, path, texts),
    go: (path) => go(page, path, texts),
    answer: (path, given) => answer(page, path, given),
    look: (state, reopen) => check(page, state, reopen),
  })
}

/** What the answers of these scenarios make the browser report. */
export const STATES_COMPLAIN = /status of (4\d\d|50\d) |net::ERR_/

export const EMAIL = 'somebody.with.a.rather.long.name@mail.nobody.storedawn.test'

/** Messages stay and pages do not lead on, however long a check takes. */
function holdLongTimers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const start = window.setTimeout
    const held = (handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 2_000 ? 0 : start(handler, ms, ...rest)
    window.setTimeout = held as typeof window.setTimeout
  })
}
