import type { Page } from '@playwright/test'
import { isFullRun } from '#testing/full-run.ts'
import { textsOf } from '#testing/texts.ts'
import { expect, test } from './fixtures.ts'
import { troubleOfFocus } from './focus.ts'
import { openScreen, screens, SCREENS_COMPLAIN, switchLanguage } from './screens.ts'
import { holdLongTimers, STATES_COMPLAIN } from './walk.ts'
import { walks } from './walks.ts'

/** 1280 px at 400 %, as WCAG 1.4.10 requires; with touch, where targets are larger: the tightest case. */
const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 720 }
/** An icon's button may reach so far into the margin: then the icon ends where the text ends. */
const ICON_INSET_PX = 8
const MOST_STOPS = 300
const LONGEST_MOTION_MS = 200

test.use({ expectedComplaints: SCREENS_COMPLAIN, contextOptions: { reducedMotion: 'reduce' } })

for (const visitor of ['anonymous', 'pro', 'operator'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })
    const own = screens.filter((screen) => screen.visitor === visitor)

    test.describe('on a touch screen', () => {
      test.use({ viewport: NARROW, hasTouch: true })

      test('no screen scrolls sideways at 320 px or with text at 200 %', async ({ page, sample }) => {
        for (const screen of own) {
          await openScreen(page, screen, sample, textsOf('de'), 'link')
          expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
          await expectFit(page, screen.name)
        }
      })

      if (!isFullRun) return
      test('no screen scrolls sideways at 320 px with the browser’s text twice as large', async ({
        page,
        sample,
      }) => {
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Page.enable')
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
        for (const screen of own) {
          await openScreen(page, screen, sample, textsOf('de'))
          const wide = await page.evaluate(() => {
            const { clientWidth, scrollWidth } = document.documentElement
            const beyond = [...document.querySelectorAll('body *')].filter(
              (element) => element.getBoundingClientRect().right > clientWidth + 1,
            )
            return scrollWidth > clientWidth
              ? [scrollWidth, ...beyond.map((element) => element.outerHTML.slice(0, 300))]
              : []
          })
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
          expect.soft(wide, screen.name).toEqual([])
        }
      })
    })

    if (!isFullRun) return
    test(
      'Tab cycles through every screen with the focus always visible',
      { tag: ['@routes.article-by-slug', '@routes.article-by-id'] },
      async ({ page, sample }) => {
        for (const screen of own) {
          await openScreen(page, screen, sample, textsOf('en'))
          const { isRound, hidden } = await walkByTab(page)
          expect.soft(hidden, `${screen.name}: focus that cannot be seen`).toEqual([])
          expect.soft(isRound, `${screen.name}: Tab comes back to the start`).toBe(true)
        }
      },
    )
  })
}

for (const { name, visitor, play } of isFullRun ? walks : []) {
  test.describe(name, () => {
    test.use({ visitor, viewport: NARROW, hasTouch: true, expectedComplaints: [STATES_COMPLAIN] })

    test(
      'no state scrolls sideways at 320 px or with text at 200 %',
      { tag: ['@list.small-filters-button'] },
      async ({ page }) => {
        await holdLongTimers(page)
        await play({
          page,
          texts: textsOf('de'),
          look: (state, reopen) => expectFit(page, state, reopen),
        })
      },
    )
  })
}

/** Starts and ends on the small phone, in German. Elements that are wide in one language are rarely wide in the other. */
async function expectFit(page: Page, name: string, reopen?: () => Promise<void>): Promise<void> {
  const turn = async (language: 'de' | 'tr') => {
    await switchLanguage(page, language)
    await reopen?.()
  }
  await expectNarrowFit(page, `${name}, de`)
  if (isFullRun) {
    await turn('tr')
    await expectNarrowFit(page, `${name}, tr`)
  }
  await page.setViewportSize(WIDE)
  await setTextSize(page, '200%')
  if (isFullRun) {
    expect.soft(await findOverflow(page), `${name}, tr, 200 %`).toEqual([])
    await turn('de')
  }
  expect.soft(await findOverflow(page), `${name}, de, 200 %`).toEqual([])
  await setTextSize(page, '')
  await page.setViewportSize(NARROW)
}

async function expectNarrowFit(page: Page, name: string): Promise<void> {
  expect.soft(await findOverflow(page), name).toEqual([])
  expect.soft(await findHeaderOverflow(page), `${name}: header`).toBeLessThanOrEqual(ICON_INSET_PX)
  expect.soft(await findMotion(page), `${name}: moves where less motion is asked for`).toEqual([])
}

/** Animations that keep running despite reduced motion. */
const findMotion = (page: Page) =>
  page.evaluate(
    (longestMs) =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations = 1 } = animation.effect?.getTiming() ?? {}
        const isShort = typeof duration === 'number' && duration * iterations <= longestMs
        return animation.playState !== 'running' || isShort ? [] : [`${String(duration)} ms × ${iterations}`]
      }),
    LONGEST_MOTION_MS,
  )

/** Waits until the last element has grown: sizes may take a frame or two to settle, even with reduced motion. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate(async (to) => {
    document.documentElement.style.fontSize = to
    do await new Promise(requestAnimationFrame)
    while (
      document.getAnimations().some((each) => each instanceof CSSTransition && each.playState === 'running')
    )
  }, size)

/** Elements that overflow the page, if it scrolls sideways. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
    // Only the outermost elements: their contents overflow with them.
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => sticksOut(element) && !(element.parentElement && sticksOut(element.parentElement)),
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)),
    ]
  })
}

/** How far the bar's controls reach into the margin of the page, in px. */
function findHeaderOverflow(page: Page): Promise<number> {
  return page
    .locator('header')
    .first()
    .evaluate((banner) => {
      const bar = banner.querySelector('.page')
      if (!bar) throw new Error('the header has no bar')
      const end = bar.getBoundingClientRect().right - parseFloat(getComputedStyle(bar).paddingRight)
      const controls = [...bar.querySelectorAll('a, button')].map(
        (control) => control.getBoundingClientRect().right,
      )
      return Math.max(0, Math.round(Math.max(...controls) - end))
    })
}

async function walkByTab(page: Page): Promise<{ isRound: boolean; hidden: string[] }> {
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
