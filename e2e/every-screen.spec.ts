import type { Page } from '@playwright/test'
import { isFullRun } from '#testing/full-run.ts'
import { textsOf } from '#testing/texts.ts'
import { expectAccessible, expectStateAccessible } from './axe.ts'
import { expectFit, expectNarrowFit, expectTextFit, findOverflow, NARROW, WIDE } from './fit.ts'
import { expect, test } from './fixtures.ts'
import { troubleOfFocus } from './focus.ts'
import { untilIdle } from './page.ts'
import { openScreen, SCREENS_COMPLAIN, screensOf, switchLanguage } from './screens.ts'
import { perform, STATES_COMPLAIN } from './scenarios/scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'

const MOST_STOPS = 300

// Some tests visit twenty screens or states, and the machine may be busy.
test.describe.configure({ timeout: 900_000 })
test.use({ expectedComplaints: SCREENS_COMPLAIN, contextOptions: { reducedMotion: 'reduce' } })

for (const visitor of ['anonymous', 'pro', 'plus', 'operator'] as const) {
  const own = screensOf(visitor)
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })

    test(
      'every screen meets WCAG 2.2 AA, light and dark, and never scrolls sideways at 320 px or with text at 200 %',
      { tag: ['@check-62'] },
      async ({ page, sample }) => {
        const touch = await createTouch(page)
        for (const screen of own) {
          await touch(false)
          await page.setViewportSize(WIDE)
          // Signed in, the server sends the same shell for every screen: only the first is loaded.
          await openScreen(
            page,
            screen,
            sample,
            textsOf('en'),
            visitor === 'anonymous' ? 'load' : 'link',
          )
          await untilIdle(page)
          await expectAccessible(page, screen.name)

          await touch(true)
          await switchLanguage(page, 'de')
          await screen.isReady(page, textsOf('de'))
          await untilIdle(page)
          await expectTextFit(page, screen.name)
          await page.setViewportSize(NARROW)
          await untilIdle(page)
          await expectNarrowFit(page, screen.name)
        }
      },
    )

    if (!isFullRun) return
    test.describe('on a touch screen', () => {
      test.use({ viewport: NARROW, hasTouch: true })
      test('no screen scrolls sideways at 320 px with the browser’s text twice as large', async ({
        page,
        sample,
      }) => {
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Page.enable')
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
        for (const screen of own) {
          await openScreen(page, screen, sample, textsOf('de'))
          expect(
            await page.evaluate(() => getComputedStyle(document.documentElement).fontSize),
          ).toBe('32px')
          expect.soft(await findOverflow(page), screen.name).toEqual([])
        }
      })
    })

    test(
      'Tab cycles through every screen with the focus always visible',
      { tag: ['@routes.article-by-slug', '@routes.article-by-id'] },
      async ({ page, sample }) => {
        for (const screen of own) {
          await openScreen(page, screen, sample, textsOf('en'))
          const { isRound, hidden } = await pressTabAround(page)
          expect.soft(hidden, `${screen.name}: focus that cannot be seen`).toEqual([])
          expect.soft(isRound, `${screen.name}: Tab comes back to the start`).toBe(true)
        }
      },
    )
  })
}

for (const scenario of isFullRun ? scenarios : []) {
  test.describe(scenario.name, () => {
    test.use({ visitor: scenario.visitor, expectedComplaints: [STATES_COMPLAIN] })

    test('every state meets WCAG 2.2 AA, light and dark', ({ page }) =>
      perform(scenario, page, textsOf('en'), expectStateAccessible))

    test.describe('on a touch screen', () => {
      test.use({ viewport: NARROW, hasTouch: true })

      test(
        'no state scrolls sideways at 320 px or with text at 200 %',
        { tag: ['@list.small-filters-button'] },
        ({ page }) => perform(scenario, page, textsOf('de'), expectFit),
      )
    })
  })
}

/** Turns touch on and off in the open page, where `hasTouch` would need a second page. */
async function createTouch(page: Page): Promise<(isOn: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  return async (enabled) => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 })
    const isCoarse = () => page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    await expect.poll(isCoarse).toBe(enabled)
  }
}

async function pressTabAround(page: Page): Promise<{ isRound: boolean; hidden: string[] }> {
  const hidden: string[] = []
  let first: string | null = null
  for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(numberOfFocus)
    if (stop === null) continue // the browser's own controls, between the end and the start
    if (stop === first) return { isRound: true, hidden }
    first ??= stop
    const trouble = await page.evaluate(troubleOfFocus)
    if (trouble) hidden.push(trouble)
  }
  return { isRound: false, hidden }
}

/** In the page. */
function numberOfFocus(): string | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  element.dataset['stop'] ??= String(document.querySelectorAll('[data-stop]').length)
  return element.dataset['stop']
}
