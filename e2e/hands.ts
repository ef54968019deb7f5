import type { Locator, Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { keyboard } from './keyboard.ts'
import { cardOf, columnOf, drag, expectCardIn } from './leads-screen.ts'
import { expect } from './fixtures.ts'
import { button, buttonWith } from './page.ts'

const { t } = textsOf('en')

/** The same steps of a journey, by mouse or by keyboard alone. */
export type Hands = {
  press: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
  /** Of a native list of choices. */
  choose: (target: Locator, label: string) => Promise<void>
  /** The next radio button. */
  pick: (target: Locator) => Promise<void>
  /** From the bar of a list to its rows. */
  goToRows: () => Promise<void>
  /** Of the rows of a list; then the stages for the ticked ones. */
  tickFirst: (count: number) => Promise<void>
  openStages: (bar: Locator) => Promise<void>
  /** On the board: writes to a lead, plans its next step, or moves it from stage to stage. */
  write: (name: string) => Promise<void>
  plan: (name: string) => Promise<void>
  move: (name: string, from: string, to: string) => Promise<void>
}

export const handsOf = (page: Page, way: 'by mouse' | 'by keyboard alone'): Hands =>
  way === 'by mouse' ? mouse(page) : keys(page)

function mouse(page: Page): Hands {
  const box = (at: number) => page.locator('main tbody [data-tick]').nth(at)
  const look = page.getByRole('complementary', { name: t('list:quickLook.label') })
  const fromLook = async (name: string, action: string | RegExp) => {
    await cardOf(page, name).click()
    await expect(look.getByRole('heading', { name })).toBeVisible()
    await button(look, action).click()
  }
  const closeLook = async () => {
    if (await look.isVisible()) await buttonWith(look, t('list:quickLook.close')).click()
    await expect(look).toHaveCount(0)
  }
  return {
    press: (target) => target.click(),
    type: (target, text) => target.fill(text),
    async choose(target, label) {
      await target.selectOption({ label })
    },
    pick: (target) => target.locator('..').click(),
    goToRows: async () => undefined,
    async tickFirst(count) {
      await box(0).click()
      await box(count - 1).click({ modifiers: ['Shift'] })
    },
    openStages: (bar) => buttonWith(bar, t('bulk:act.stage')).click(),
    write: (name) => fromLook(name, t('leads:write')),
    plan: (name) => fromLook(name, /^Ask again/),
    async move(name, from, to) {
      // It leaves no room for all stages.
      await closeLook()
      await drag(page, cardOf(columnOf(page, from), name), columnOf(page, to))
      await expectCardIn(page, to, name)
    },
  }
}

function keys(page: Page): Hands {
  const { tabTo, press, type } = keyboard(page)
  const linkOf = (name: string) => cardOf(page, name).locator('[data-row-link]')
  /** Arrows go from card to card. */
  const goTo = async (name: string) => {
    await tabTo(linkOf(name))
    await expect(linkOf(name)).toBeFocused()
  }
  return {
    press: (target) => press(target),
    type,
    async choose(target, label) {
      await tabTo(target)
      await page.keyboard.type(label)
    },
    async pick(target) {
      await tabTo(target.locator('xpath=ancestor::fieldset[1]').locator('input:checked'))
      await page.keyboard.press('ArrowRight')
      await expect(target).toBeChecked()
    },
    goToRows: () => page.keyboard.press('j'),
    async tickFirst(count) {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      for (let row = 1; row < count; row += 1) await page.keyboard.press('Shift+J')
    },
    openStages: () => page.keyboard.press('m'),
    async write(name) {
      await goTo(name)
      await page.keyboard.press('e')
    },
    async plan(name) {
      await goTo(name)
      await page.keyboard.press('n')
    },
    async move(name, _from, to) {
      await goTo(name)
      await page.keyboard.press('Shift+ArrowRight')
      await expectCardIn(page, to, name)
    },
  }
}
