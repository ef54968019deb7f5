/**
 * Time from a click on a filter of the list to its rows on the screen, in Chromium: `node
 * bench/filter-click.ts`, after `npm run build`. With `E2E_ORIGIN` it uses a running demo
 * (`DEMO_STORES=120 LAUNCH_EVERY_MS=3600000 npm start`), else it starts a separate one. The machine
 * may be busy, so the times come with two references: the same call alone, made in the same page,
 * and the work per click (processor time of the page's main thread, React's commits and the
 * components rendered for them).
 */
import type { CDPSession, Page } from '@playwright/test'
import { inBrowser, quantile } from './open-browser.ts'

const WARM_CLICKS = 4
const CLICKS = 40
const CALLS = 40
/**
 * Counts arrive after the rows; the next click waits for them, as a person would first look at
 * them.
 */
const PAUSE_MS = 250
const TARGET_P95_MS = 100
const OPTION = 'aside [data-column="0"]'

declare global {
  var work: { commits: number; renders: number }
  var clickMs: number | null
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const viewport = { width: 1280, height: 900 }
await inBrowser({ stores: 120, viewport }, async ({ origin, token, page }) => {
  await openList(page, origin)
  await report(page, token)
})

async function openList(page: Page, origin: string): Promise<void> {
  await page.addInitScript(countReactWork)
  await page.goto(`${origin}/list?lang=en`)
  await page.locator('[data-row-link]').first().waitFor()
  await page.locator(OPTION).first().waitFor()
  await page.waitForTimeout(2_000)
}

/**
 * Runs in the page: React reports every commit to this hook, in production too; flag 1 marks a
 * fibre that was rendered for it.
 */
function countReactWork(): void {
  type Fibre = {
    alternate: Fibre | null
    child: Fibre | null
    sibling: Fibre | null
    flags: number
  }
  globalThis.work = { commits: 0, renders: 0 }
  const visit = (fibre: Fibre): void => {
    for (let child = fibre.child; child; child = child.sibling) {
      if (child.flags & 1) globalThis.work.renders += 1
      if (child.alternate === null || child.alternate.child !== child.child) visit(child)
    }
  }
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot(_id: number, root: { current: Fibre }) {
      globalThis.work.commits += 1
      visit(root.current)
    },
  }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

async function report(page: Page, token: string): Promise<void> {
  for (let at = 0; at < WARM_CLICKS; at += 1) await click(page, at)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await workOf(page, session)
  const times: number[] = []
  for (let at = 0; at < CLICKS; at += 1) times.push(await click(page, WARM_CLICKS + at))
  const after = await workOf(page, session)
  const calls = await callTimes(page, token)
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  say(
    `click to rows   P50 ${p50.toFixed(0)} ms, P95 ${p95.toFixed(0)} ms (aim ${TARGET_P95_MS} ms)`,
  )
  say(
    `the call alone  P50 ${quantile(calls, 0.5).toFixed(0)} ms, P95 ${quantile(calls, 0.95).toFixed(0)} ms`,
  )
  say(`click : call    ${(p50 / quantile(calls, 0.5)).toFixed(1)} at P50`)
  const perClick = (name: keyof typeof after) => (after[name] - before[name]) / CLICKS
  say(
    `work of a click ${[
      `${perClick('TaskDuration').toFixed(1)} ms of the main thread`,
      `script ${perClick('ScriptDuration').toFixed(1)}`,
      `style ${perClick('RecalcStyleDuration').toFixed(1)}`,
      `layout ${perClick('LayoutDuration').toFixed(1)}`,
      `${perClick('LayoutCount').toFixed(1)} layouts`,
      `${perClick('commits').toFixed(1)} commits`,
      `${perClick('renders').toFixed(0)} components rendered`,
    ].join(', ')}`,
  )
}

/** Clicks one option and waits until it appears selected and the rows match the new choice. */
async function click(page: Page, at: number): Promise<number> {
  const [x, y] = await page.evaluate(
    ({ selector, at }) => {
      const option = document.querySelectorAll(selector)[at]
      if (!option) throw new Error(`no option ${at}`)
      const was = option.getAttribute('aria-pressed')
      globalThis.clickMs = null
      const begin = () => {
        const startedAt = performance.now()
        const look = () => {
          const isDrawn = option.getAttribute('aria-pressed') !== was
          const isBusy = document.querySelector('main [aria-busy=true]') !== null
          if (!isDrawn || isBusy) return requestAnimationFrame(look)
          return requestAnimationFrame(() => (globalThis.clickMs = performance.now() - startedAt))
        }
        requestAnimationFrame(look)
      }
      option.addEventListener('click', begin, { once: true, capture: true })
      const { left, top, height } = option.getBoundingClientRect()
      return [left + 20, top + height / 2] as const
    },
    { selector: OPTION, at: optionOf(at) },
  )
  await page.mouse.click(x, y)
  const taken = await page.waitForFunction(() => globalThis.clickMs)
  await page.waitForTimeout(PAUSE_MS)
  return (await taken.jsonValue()) ?? Infinity
}

/** A Gray code never repeats a choice: a cached answer would cost nothing. */
function optionOf(at: number): number {
  return Math.log2((at + 1) & -(at + 1))
}

type Work = Record<
  'TaskDuration' | 'ScriptDuration' | 'RecalcStyleDuration' | 'LayoutDuration' | 'LayoutCount',
  number
> & { commits: number; renders: number }

/** Totals so far; durations in milliseconds of processor time. */
async function workOf(page: Page, session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (name: string) =>
    metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    TaskDuration: valueOf('TaskDuration') * 1_000,
    ScriptDuration: valueOf('ScriptDuration') * 1_000,
    RecalcStyleDuration: valueOf('RecalcStyleDuration') * 1_000,
    LayoutDuration: valueOf('LayoutDuration') * 1_000,
    LayoutCount: valueOf('LayoutCount'),
    ...(await page.evaluate(() => globalThis.work)),
  }
}

function callTimes(page: Page, token: string): Promise<number[]> {
  return page.evaluate(
    async ({ token, calls }) => {
      const times: number[] = []
      for (let at = 0; at < calls; at += 1) {
        const startedAt = performance.now()
        const headers = { authorization: `Bearer ${token}` }
        await (
          await fetch(`/api/stores?country=DE&page=0&size=${20 + (at % 2)}`, { headers })
        ).json()
        times.push(performance.now() - startedAt)
      }
      return times
    },
    { token, calls: CALLS },
  )
}
