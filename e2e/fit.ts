import type { Page } from '@playwright/test'
import { isFullRun } from '#testing/full-run.ts'
import { expect } from './fixtures.ts'
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

/**
 * Starts and ends on the small phone, in German. Elements that are wide in one language are rarely
 * wide in the other.
 */
export async function expectFit(
  page: Page,
  name: string,
  reopen?: () => Promise<void>,
): Promise<void> {
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

function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
