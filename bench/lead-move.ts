/**
 * Time from a key to the moved card on the screen, in Chromium, with 5,000 leads: `node
 * bench/lead-move.ts`, after `npm run build`. With `E2E_ORIGIN` it uses a running demo, else it
 * starts a small one. The leads are made here and answered in the browser's way to the server, a
 * change after a third of a second: what is painted must not wait for it. The second line is with
 * a column that was read to its thousandth card.
 */
import type { Page, Route } from '@playwright/test'
import { toStoreId } from '#contracts/ids.ts'
import { BUILT_IN_STAGES } from '#contracts/workspace/stage-keys.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import { inBrowser, quantile } from './open-browser.ts'

const LEADS = 5_000
const READ_CARDS = 1_000
const MOVES = 30
const ANSWER_AFTER_MS = 300
/** Between two moves the answer comes, and the counts are read again. */
const PAUSE_MS = 600
const TARGET_P95_MS = 100

declare global {
  var movedMs: number | null
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const leads = new Map<number, Made>()
for (let id = 1; id <= LEADS; id += 1) leads.set(id, makeLead(id))

const viewport = { width: 1366, height: 768 }
await inBrowser({ stores: 20, viewport }, async ({ origin, page }) => {
  await openBoard(page, origin)
  await report(page, 'as it opens')
  await readFar(page)
  await report(page, `${READ_CARDS.toLocaleString('en')} cards read`)
})

async function openBoard(page: Page, origin: string): Promise<void> {
  await page.route(/\/api\/stages\b/, (route) => route.fulfill({ json: board() }))
  await page.route(/\/api\/leads\?/, answerPage)
  await page.route(/\/api\/leads\//, answerChange)
  await page.goto(`${origin}/leads?lang=en`)
  await page.locator('[data-lead]').first().waitFor()
  await page.waitForTimeout(1_000)
}

type Made = ReturnType<typeof makeLead>

function makeLead(id: number) {
  return {
    store: exampleSummary({
      id: toStoreId(id),
      slug: `shop-${id}`,
      name: `Shop ${id}`,
      country: 'DE',
    }),
    stage: String(BUILT_IN_STAGES[id % BUILT_IN_STAGES.length]),
    nextStep: id % 3 === 0 ? 'Second e-mail' : null,
    nextDay: id % 3 === 0 ? `2027-01-${String((id % 28) + 1).padStart(2, '0')}` : null,
    contactedAt: null,
    movedAt: '2026-11-20T10:00:00.000Z',
    version: 1,
    duplicates: [],
    score: { points: id % 101, known: 100 },
  }
}

function ofStage(stage: string | null): Made[] {
  return [...leads.values()]
    .filter((lead) => lead.stage === stage)
    .toSorted((a, b) => (a.nextDay ?? '9').localeCompare(b.nextDay ?? '9'))
}

function board() {
  const stages = BUILT_IN_STAGES.map((key) => ({
    key,
    name: null,
    isContacted: key !== 'toContact',
    leads: ofStage(key).length,
    overdue: 0,
    today: 0,
  }))
  return { stages, limit: 12, erased: [] }
}

async function answerPage(route: Route): Promise<void> {
  const query = new URL(route.request().url()).searchParams
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
  const all = ofStage(query.get('stage'))
  const content = all.slice(page * size, (page + 1) * size)
  const total = { totalElements: all.length, totalPages: Math.ceil(all.length / size) }
  await route.fulfill({ json: { content, page, size, ...total, nextCursor: null } })
}

async function answerChange(route: Route): Promise<void> {
  const id = Number(new URL(route.request().url()).pathname.split('/').at(-1))
  const lead = leads.get(id)
  if (!lead) return route.fulfill({ status: 404 })
  Object.assign(lead, { ...route.request().postDataJSON(), version: lead.version + 1 })
  await new Promise((done) => setTimeout(done, ANSWER_AFTER_MS))
  await route.fulfill({ json: lead })
}

/** Scrolls down the first column until so many of its cards have been read. */
async function readFar(page: Page): Promise<void> {
  const column = page.locator('[data-stage=toContact] ol').locator('..')
  await page.waitForFunction(
    ({ cards }) => {
      const list = document.querySelector('[data-stage=toContact] ol')?.parentElement
      list?.scrollTo({ top: list.scrollHeight })
      const shown = [...document.querySelectorAll('[data-stage=toContact] [data-lead]')]
      return Number(shown.at(-1)?.getAttribute('aria-posinset')) >= cards
    },
    { cards: READ_CARDS - MOVES - 5 },
    { timeout: 120_000, polling: 100 },
  )
  await column.evaluate((list) => list.scrollTo({ top: 0 }))
  await page.waitForTimeout(1_000)
}

async function report(page: Page, name: string): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < MOVES; at += 1) times.push(await move(page))
  const cards = await page.locator('[data-lead]').count()
  say(
    `${name.padEnd(18)} P50 ${quantile(times, 0.5).toFixed(0)} ms, P95 ${quantile(times, 0.95).toFixed(0)} ms (aim ${TARGET_P95_MS} ms), ${cards} cards drawn of ${LEADS.toLocaleString('en')} leads`,
  )
}

/** Moves the first card of the first column to the next one, and waits until it is painted there. */
async function move(page: Page): Promise<number> {
  await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('[data-stage=toContact] [data-row-link]')
    const id = link?.closest('[data-lead]')?.getAttribute('data-lead')
    link?.focus()
    globalThis.movedMs = null
    const begin = () => {
      const startedAt = performance.now()
      const look = () => {
        if (!document.querySelector(`[data-stage=contacted] [data-lead="${id}"]`))
          return requestAnimationFrame(look)
        return requestAnimationFrame(() => (globalThis.movedMs = performance.now() - startedAt))
      }
      requestAnimationFrame(look)
    }
    document.addEventListener('keydown', begin, { once: true, capture: true })
  })
  await page.keyboard.press('Shift+ArrowRight')
  const taken = await page.waitForFunction(() => globalThis.movedMs)
  await page.waitForTimeout(PAUSE_MS)
  return (await taken.jsonValue()) ?? Infinity
}
