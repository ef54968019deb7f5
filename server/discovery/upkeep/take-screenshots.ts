import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { type Capture, capturePage, type Resource } from '#discovery/screenshot/capture-page.ts'
import { type Chromium, startChromium } from '#discovery/screenshot/start-chromium.ts'
import { createScreenshotFiles, removeScreenshot, saveScreenshot } from '#server/catalog/api.ts'
import { countFirstVisits } from '#server/discovery/candidates.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import { lockErasureShared } from '#server/opt-out/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const VIEWPORT = { width: 1280, height: 800 }
const LOAD_TIMEOUT_MS = 60_000
/** For all hosts together; a home page with the platform's own themes has about thirty in view. */
const MAX_RESOURCES = 40
const IDLE_MS = 15_000
const NO_BROWSER_MS = DAY_MS / 24
const RETRY_AFTER_MS = DAY_MS
/** A home page that fails for this long stays without a picture. */
const GIVE_UP_AFTER_MS = 14 * DAY_MS

type DueStore = { id: StoreId; domain: string; found_at: Date }

/**
 * Takes pictures of new stores' home pages, the latest store first, one at a time and only while no
 * store waits for its first visit. The browser runs only while pictures are due; without a browser,
 * no store gets a picture.
 */
export function createScreenshotStage(
  ctx: AppContext,
  clients: Pick<ExternalClients, 'startVisit'>,
  signal: AbortSignal,
): { step: () => Promise<number> } & AsyncDisposable {
  const files = createScreenshotFiles(ctx)
  const browser = createLazyBrowser(ctx)
  /**
   * A full disk costs the picture, but must not cost the shop another forty requests every few
   * seconds.
   */
  const saveCapture = (storeId: StoreId, takenAt: Date, bytes: Uint8Array): Promise<boolean> =>
    saveScreenshot(files, { storeId, takenAt, bytes }).catch((error: unknown) => {
      ctx.log.error(
        { event: 'screenshot.not_kept', err: error },
        'a screenshot could not be stored',
      )
      return false
    })

  return {
    async step() {
      if (!browser.isPossible()) return NO_BROWSER_MS
      if (!(await ctx.features.isOn('screenshots'))) {
        await browser.close()
        return IDLE_MS
      }
      if ((await countFirstVisits(ctx.db, 1)) > 0) return IDLE_MS
      const store = await nextStore(ctx)
      const chromium = store && (await browser.get())
      if (!store || !chromium) {
        await browser.close()
        return store ? NO_BROWSER_MS : IDLE_MS
      }
      const takenAt = ctx.now()
      const capture = await takePicture(chromium, clients, store, signal)
      if (signal.aborted) return 0
      const isSaved =
        capture.kind === 'picture' && (await saveCapture(store.id, takenAt, capture.bytes))
      const isStillHere = await recordOutcome(ctx, store, isSaved ? takenAt : null)
      if (!isStillHere) await removeScreenshot(files, { id: store.id, screenshot_at: takenAt })
      return ctx.config.SCREENSHOT_EVERY_MS
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

async function nextStore({ db, now }: AppContext): Promise<DueStore | undefined> {
  return db
    .selectFrom('stores')
    .select(['id', 'domain', 'found_at'])
    .where('screenshot_due_at', 'is not', null)
    .where('screenshot_due_at', '<=', now())
    .where('launch_status', '=', 'new')
    .where('status', '=', 'OPEN')
    .orderBy('found_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function takePicture(
  chromium: Chromium,
  clients: Pick<ExternalClients, 'startVisit'>,
  { domain }: DueStore,
  signal: AbortSignal,
): Promise<Capture> {
  return capturePage(chromium, {
    url: `https://${domain}/`,
    get: createResourceReader(clients, signal),
    ...VIEWPORT,
    loadWithinMs: LOAD_TIMEOUT_MS,
    maxResources: MAX_RESOURCES,
    signal,
  })
}

/**
 * Each host that the page needs is treated as politely as the store itself: its robots.txt, its
 * pace, its opt-out.
 */
function createResourceReader(clients: Pick<ExternalClients, 'startVisit'>, signal: AbortSignal) {
  const visits = new Map<string, ReturnType<ExternalClients['startVisit']>>()
  return async (address: string): Promise<Resource | null> => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
    const visit =
      visits.get(url.host) ??
      clients.startVisit(url.host, { maxRequests: MAX_RESOURCES + 1, signal })
    visits.set(url.host, visit)
    const answer = await visit.get(url.pathname + url.search).catch(() => null)
    return answer?.kind === 'page' ? answer.page : null
  }
}

/** @returns false for a store erased meanwhile */
async function recordOutcome(
  ctx: AppContext,
  store: DueStore,
  takenAt: Date | null,
): Promise<boolean> {
  const now = ctx.now().getTime()
  const isGivenUp = now - store.found_at.getTime() > GIVE_UP_AFTER_MS
  return inTransaction(ctx, async (ctx) => {
    await lockErasureShared(ctx.db)
    const row = await ctx.db
      .updateTable('stores')
      .set(
        takenAt
          ? { screenshot_at: takenAt, screenshot_due_at: null }
          : { screenshot_due_at: isGivenUp ? null : new Date(now + RETRY_AFTER_MS) },
      )
      .where('id', '=', store.id)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

/** One browser, reused until it exits; if it fails to start, this process does not try again. */
function createLazyBrowser({ config, log }: Pick<AppContext, 'config' | 'log'>) {
  const path = config.SCREENSHOTS === 'off' ? null : findChromium(config.CHROMIUM_PATH)
  let isPossible = path !== null
  let chromium: Chromium | null = null
  const close = async () => {
    await chromium?.[Symbol.asyncDispose]()
    chromium = null
  }
  return {
    isPossible: () => isPossible,
    close,
    async get(): Promise<Chromium | null> {
      if (chromium?.isGone()) await close()
      if (chromium || path === null) return chromium
      try {
        chromium = await startChromium(path)
      } catch (error) {
        isPossible = false
        log.warn(
          { event: 'screenshots.impossible', path, err: error },
          'no screenshots: the browser does not start',
        )
      }
      return chromium
    },
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin']

/** The browser that was configured, else an installed one, else null. */
function findChromium(configured: string | undefined): string | null {
  const installed = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const candidates = configured === undefined ? [...installed, ...MAC_APPS] : [configured]
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
