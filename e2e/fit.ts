import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { FIT_LANGUAGES } from './scope.ts'
import { switchLanguage } from './screens.ts'

/**
 * 1280 px at 400 %, as WCAG 1.4.10 requires; with touch, where targets are larger: the tightest
 * case.
 */
export const NARROW = { width: 320, height: 640 }
export const WIDE = { width: 1280, height: 720 }
/** An icon's button may reach so far into the margin: then the icon ends where the text ends. */
const ICON_INSET_PX = 8
const LONGEST_MOTION_MS = 200

type Reopen = () => Promise<void>

/** Starts and ends on the small phone, in German. */
export async function expectFit(page: Page, name: string, reopen?: Reopen): Promise<void> {
  await expectNarrowFit(page, name, reopen)
  await page.setViewportSize(WIDE)
  await expectTextFit(page, name, reopen)
  await page.setViewportSize(NARROW)
}

/** With the text twice as large. */
export async function expectTextFit(page: Page, name: string, reopen?: Reopen): Promise<void> {
  await setTextSize(page, '200%')
  await inEachLanguage(page, reopen, async (language) => {
    expect.soft(await findOverflow(page), `${name}, ${language}, 200 %`).toEqual([])
  })
  await setTextSize(page, '')
}

export const expectNarrowFit = (page: Page, name: string, reopen?: Reopen) =>
  inEachLanguage(page, reopen, async (language) => {
    const what = `${name}, ${language}`
    expect.soft(await findOverflow(page), what).toEqual([])
    expect
      .soft(await findHeaderOverflow(page), `${what}: header`)
      .toBeLessThanOrEqual(ICON_INSET_PX)
    expect.soft(await findMotion(page), `${what}: moves where less motion is asked for`).toEqual([])
  })

/** Begins in the language of the page. */
async function inEachLanguage(
  page: Page,
  reopen: Reopen | undefined,
  look: (language: string) => Promise<void>,
): Promise<void> {
  const first = await page.locator('html').getAttribute('lang')
  const languages = first === FIT_LANGUAGES[0] ? FIT_LANGUAGES : FIT_LANGUAGES.toReversed()
  for (const language of languages) {
    if (language !== first) {
      await switchLanguage(page, language)
      await reopen?.()
    }
    await look(language)
  }
}

/** Animations that keep running despite reduced motion. */
const findMotion = (page: Page) =>
  page.evaluate(
    (longestMs) =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations = 1 } = animation.effect?.getTiming() ?? {}
        const isShort = typeof duration === 'number' && duration * iterations <= longestMs
        return animation.playState !== 'running' || isShort
          ? []
          : [`${String(duration)} ms × ${iterations}`]
      }),
    LONGEST_MOTION_MS,
  )

/**
 * Waits until the last element has grown: sizes may take a frame or two to settle, even with
 * reduced motion.
 */
const setTextSize = (page: Page, size: string) =>
  page.evaluate(async (to) => {
    document.documentElement.style.fontSize = to
    do await new Promise(requestAnimationFrame)
    while (
      document
        .getAnimations()
        .some((each) => each instanceof CSSTransition && each.playState === 'running')
    )
  }, size)

/** Two frames after a change of the window: in the first, styles may still be those before it. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const sticksOut = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
    // Only the outermost elements: their contents overflow with them.
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        sticksOut(element) && !(element.parentElement && sticksOut(element.parentElement)),
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)),
    ]
  })
}

function findHeaderOverflow(page: Page): Promise<number> {
  return page
    .locator('header')
    .first()
    .evaluate((banner) => {
      const bar = banner.firstElementChild
      if (!bar) throw new Error('the header has no bar')
      const end = bar.getBoundingClientRect().right - parseFloat(getComputedStyle(bar).paddingRight)
      const controls = [...bar.querySelectorAll('a, button')].map(
        (control) => control.getBoundingClientRect().right,
      )
      return Math.max(0, Math.round(Math.max(...controls) - end))
    })
}

/** Of the pages opened from now on, without what follows a press. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const total = { shifts: 0 }
    Object.assign(window, total)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = JSON.parse(JSON.stringify(entry))
        if (!hadRecentInput) total.shifts += value
        Object.assign(window, total)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
export const shiftsOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'shifts'))
