/**
 * Takes the documents' screenshots from a fresh demo: `npm run screenshots`. With `--all FOLDER` it
 * captures every main screen at four widths and in both themes, its eight pictures in all six
 * languages, for review by people. If `E2E_ORIGIN` is set, it uses that running demo.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { addDays, dayOf } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { listChanges } from '#contracts/workspace/changes.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import { FALLBACK_LANGUAGE, languages } from '#i18n/languages.ts'
import { DEMO_PASSWORD } from '#scripts/demo-accounts.ts'
import { waitUntilCaughtUp } from '#testing/catch-up.ts'
import { type Client, signIn } from '#testing/demo-client.ts'
import { findChromium } from '#testing/find-chromium.ts'
import { runDemo } from '#testing/run-demo.ts'

const LIST_PICTURE = 'docs/images/list.png'
const MOST_BYTES = 250_000
const MEMBER = 'pro@demo.storedawn.test'

type Look = { language: string; colorScheme: 'light' | 'dark'; width: number; height: number }
type Shot = { path: string; file: string; isWholePage: boolean } & Look

const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = process.argv[2] === '--all' ? (process.argv[3] ?? 'test-results/screens') : null
const demo = process.env['E2E_ORIGIN'] ? null : await startFreshDemo()
const origin = process.env['E2E_ORIGIN'] ?? demo?.origin ?? ''
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath !== null && { executablePath }),
})
try {
  const member = await signIn(origin, MEMBER, DEMO_PASSWORD)
  if (folder) for (const shot of await allShots(member, folder)) await take(browser, member, shot)
  else await takeListPicture(browser, member)
} finally {
  await browser.close()
  await demo?.stop()
}

/**
 * Starts a separate demo and lets it catch up with its world, so that the screenshot shows the
 * product after its first minute.
 */
async function startFreshDemo() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storedawn-screenshots-'))
  const started = await runDemo({ DATA_DIR: dataDir, DEMO_EAGER_SHARE: '0.4' })
  const stop = async () => {
    await started.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  await waitUntilCaughtUp(started).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { origin: started.origin, stop }
}

async function takeListPicture(browser: Browser, member: Client): Promise<void> {
  const day = addDays(dayOf(new Date()), -1)
  const look: Look = { language: 'en', colorScheme: 'light', width: 1280, height: 800 }
  await take(browser, member, {
    path: listOf(day),
    file: LIST_PICTURE,
    isWholePage: false,
    ...look,
  })
  const { size } = await stat(LIST_PICTURE)
  if (size > MOST_BYTES)
    throw new Error(`${LIST_PICTURE} has ${size} bytes, more than ${MOST_BYTES}`)
}

async function allShots(member: Client, folder: string): Promise<Shot[]> {
  const day = addDays(dayOf(new Date()), -1)
  const [store] = (
    await member.get<{ content: StoreSummary[] }>(
      '/api/stores?size=1&sortBy=productCount&sortDirection=DESC',
    )
  ).content
  const { changes } = await member.get<ResponseOf<typeof listChanges>>(
    '/api/changes?size=1&kinds=opened,reopened,theme_changed,app_added',
  )
  const products = await member.get<{ content: { id: string }[] }>(
    `/api/stores/products/domain/${store?.domain}?size=1`,
  )
  const [trending] = (
    await member.get<{ content: TrendingProduct[] }>('/api/trending/products?size=1')
  ).content
  const screens: [name: string, path: string][] = [
    ['landing', '/'],
    ['pricing', '/pricing'],
    ['login', '/login'],
    ['not-found', '/no/such/page'],
    ['app', `/app?date=${day}`],
    ['list', listOf(day)],
    ['list-empty', listOf('2020-01-01')],
    ['store', `/list/${store?.slug}`],
    ['store-products', `/list/${store?.slug}?tab=products`],
    ['store-timeline', `/list/${changes[0]?.store.slug ?? store?.slug}?tab=timeline`],
    ['product', `/product/${products.content[0]?.id}`],
    ['products', '/list?view=products'],
    ['cluster', `/products/${trending?.cluster?.id}`],
    ['leads', '/list?view=leads'],
    ['prelaunch', '/list?view=prelaunch'],
    ['pulse', '/pulse'],
    ['changes', '/changes'],
    ['saved', '/saved'],
    ['freshness', '/freshness'],
  ]
  const looks: Look[] = [320, 768, 1280, 1920].flatMap((width, at) =>
    (['light', 'dark'] as const).map((colorScheme, dark) => ({
      width,
      height: width < 700 ? 700 : 900,
      colorScheme,
      language: languages[(at * 2 + dark) % languages.length] ?? FALLBACK_LANGUAGE,
    })),
  )
  return screens.flatMap(([name, address]) =>
    looks.map((look) => ({
      ...look,
      path: address,
      isWholePage: true,
      file: path.join(folder, `${name}-${look.width}-${look.colorScheme}-${look.language}.png`),
    })),
  )
}

function listOf(day: string): string {
  return `/list?mode=single&date=${day}&filterStartDate=${day}&filterEndDate=${day}`
}

async function take(browser: Browser, member: Client, shot: Shot): Promise<void> {
  const { width, height, colorScheme, language } = shot
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'jwt', value: member.token }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(`${origin}${shot.path}${shot.path.includes('?') ? '&' : '?'}lang=${language}`)
  await settle(page)
  await mkdir(path.dirname(shot.file), { recursive: true })
  await page.screenshot({ path: shot.file, fullPage: shot.isWholePage })
  say(shot.file)
  await context.close()
}

/** Waits until loading has ended, no skeleton remains and the visible pictures are loaded. */
async function settle(page: Page): Promise<void> {
  // The network is never idle on a list with live updates: wait for the page's own code, then for
  // what it draws.
  await page.waitForLoadState('load')
  await page.waitForTimeout(3_000)
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'hidden' })
  await page.evaluate(async () => {
    const inSight = [...document.images].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    )
    await Promise.all([
      document.fonts.ready,
      ...inSight.map((image) => image.decode().catch(() => undefined)),
    ])
  })
}
