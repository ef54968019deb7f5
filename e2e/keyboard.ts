import { expect, type Locator, type Page } from '@playwright/test'
import { troubleOfFocus } from './focus.ts'

/** More than any page has. */
const MOST_PRESSES = 80

/**
 * Hands without a mouse: Tab, arrows, Enter, Space and letters. At every stop on the way the focus
 * has to show, and nothing may lie over it.
 */
export function keyboard(page: Page) {
  /**
   * Results that arrive after the key can push the focus out of the window; the next keys must
   * bring it back.
   */
  const lookAtFocus = async (way: Way) => {
    const trouble = await page.evaluate(troubleOfFocus)
    if (trouble?.startsWith('outside the window')) {
      await page.keyboard.press(way === 'Tab' ? 'Shift+Tab' : 'Tab')
      await page.keyboard.press(way)
    }
    return trouble
  }
  const tabTo = async (target: Locator) => {
    await expect(target).toBeEnabled()
    for (let pressed = 0; pressed < MOST_PRESSES; pressed += 1) {
      const way = await target.evaluate(wayTo)
      if (way === null) return
      await page.keyboard.press(way)
      await expect.poll(() => lookAtFocus(way), 'what has the focus can be seen').toBeNull()
    }
    throw new Error(`not reached with ${MOST_PRESSES} presses of Tab: ${String(target)}`)
  }
  return {
    tabTo,
    async press(target: Locator, key: 'Enter' | 'Space' = 'Enter') {
      await tabTo(target)
      await page.keyboard.press(key)
    },
    async type(target: Locator, text: string) {
      await tabTo(target)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await expect(target).toHaveValue(text)
    },
    async choose(opener: Locator, entry: Locator) {
      await tabTo(opener)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      for (let pressed = 0; pressed < MOST_PRESSES; pressed += 1) {
        await page.keyboard.press('ArrowDown')
        // The menu moves the focus a moment after the key.
        await page.evaluate(() => new Promise((done) => setTimeout(done, 30)))
        if (await entry.evaluate((element) => element === document.activeElement)) break
      }
      await expect(entry).toBeFocused()
      await page.keyboard.press('Enter')
    },
  }
}

type Way = 'Tab' | 'Shift+Tab'

function wayTo(target: Element): Way | null {
  const from = document.activeElement ?? document.body
  if (from === target) return null
  const isBefore = (from.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  return isBefore ? 'Shift+Tab' : 'Tab'
}
