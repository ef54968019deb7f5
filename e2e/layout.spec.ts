import type { Page } from '@playwright/test'
import { textsOf } from '#testing/texts.ts'
import { accountWalks } from './account-walks.ts'
import { expect, test } from './fixtures.ts'
import { openScreen, screens, SCREENS_COMPLAIN } from './screens.ts'
import { settingsWalks } from './settings-walks.ts'
import { holdLongTimers, STATES_COMPLAIN } from './walk.ts'

/** 1280 px at 400 %, as WCAG 1.4.10 asks for; under a finger, where targets are larger: the tightest case. */
const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 720 }
/** An icon's button may reach so far into the margin: then the icon ends where the text ends. */
const ICON_INSET_PX = 8
const MOST_STOPS = 150

test.use({ expectedComplaints: SCREENS_COMPLAIN, contextOptions: { reducedMotion: 'reduce' } })

for (const visitor of ['anonymous', 'pro'] as const) {
  test.describe(`as ${visitor}`, () => {
    test.use({ visitor })
    const own = screens.filter((screen) => screen.visitor === visitor)

    for (const language of ['de', 'tr'] as const) {
      test.describe('under a finger', () => {
        test.describe.configure({ timeout: 120_000 })
        test.use({ viewport: NARROW, hasTouch: true })

        test(`no screen scrolls sideways at 320 px, nor with text of 200 %, in ${language}`, async ({
          page,
          sample,
        }) => {
          for (const screen of own) {
            await openScreen(page, screen, sample, textsOf(language), 'link')
            expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
            await expectFit(page, screen.name)
          }
        })
      })
    }

    test('Tab walks through every screen and comes round, with the focus in sight', async ({
      page,
      sample,
    }) => {
      for (const screen of own) {
        await openScreen(page, screen, sample, textsOf('en'))
        const { isRound, hidden } = await walkByTab(page)
        expect.soft(hidden, `${screen.name}: focus that cannot be seen`).toEqual([])
        expect.soft(isRound, `${screen.name}: Tab comes back to the start`).toBe(true)
      }
    })
  })
}

for (const { name, visitor, play } of [...accountWalks, ...settingsWalks]) {
  test.describe(name, () => {
    test.describe.configure({ timeout: 120_000 })
    test.use({ visitor, viewport: NARROW, hasTouch: true, expectedComplaints: [STATES_COMPLAIN] })
    for (const language of ['de', 'tr'] as const)
      test(`no state scrolls sideways at 320 px, nor with text of 200 %, in ${language}`, async ({
        page,
      }) => {
        await holdLongTimers(page)
        await play({ page, texts: textsOf(language), look: (state) => expectFit(page, state) })
      })
  })
}

/** Starts and ends on the small phone. */
async function expectFit(page: Page, name: string): Promise<void> {
  expect.soft(await findOverflow(page), name).toEqual([])
  expect.soft(await findHeaderOverflow(page), `${name}: header`).toBeLessThanOrEqual(ICON_INSET_PX)
  await page.setViewportSize(WIDE)
  await setTextSize(page, '200%')
  expect.soft(await findOverflow(page), `${name}, 200 %`).toEqual([])
  await setTextSize(page, '')
  await page.setViewportSize(NARROW)
}

/** Done when the last part has grown: sizes may be on their way for a frame or two, also where less motion is asked for. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate(async (to) => {
    document.documentElement.style.fontSize = to
    do await new Promise(requestAnimationFrame)
    while (document.getAnimations().some((animation) => animation instanceof CSSTransition))
  }, size)

/** What sticks out of the page, if the page scrolls sideways. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 200)),
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

type Stop = { id: string; problem: string | null }

async function walkByTab(page: Page): Promise<{ isRound: boolean; hidden: string[] }> {
  const hidden: string[] = []
  let first: string | null = null
  for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) continue // the browser's own controls, between the end and the start
    if (stop.id === first) return { isRound: true, hidden }
    first ??= stop.id
    if (stop.problem) hidden.push(stop.problem)
  }
  return { isRound: false, hidden }
}

/** In the page: numbers the focused element, and says what is wrong with how it shows. */
function lookAtFocus(): Stop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  element.dataset['stop'] ??= String(document.querySelectorAll('[data-stop]').length)
  const id = element.dataset['stop']
  const box = element.getBoundingClientRect()
  const name = element.outerHTML.slice(0, 160)
  // The middle of what is in the window: a panel may be longer than it.
  const middle = (start: number, end: number, room: number) => (Math.max(start, 0) + Math.min(end, room)) / 2
  const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)]
  const top = document.elementFromPoint(x, y)
  if (!top || !(element.contains(top) || top.contains(element)))
    return { id, problem: `covered by ${top?.outerHTML.slice(0, 80)}: ${name}` }
  // The focus is on a part that the browser made, such as the button of a date field, and so is its ring.
  if (!element.matches(':focus-visible')) return { id, problem: null }
  return { id, problem: hasRing(element) ? null : `no ring: ${name}` }

  /** Its own, that of a part of it (a link that covers its row), or that of the label around it. */
  function hasRing(of: HTMLElement): boolean {
    const styles = [
      getComputedStyle(of),
      getComputedStyle(of, '::after'),
      ...(of.closest('label') ? [getComputedStyle(of.closest('label') as HTMLElement)] : []),
    ]
    return styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    )
  }
}
