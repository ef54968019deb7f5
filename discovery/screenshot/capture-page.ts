import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { Chromium, ChromiumEvent } from './start-chromium.ts'

export type Resource = { status: number; headers: Record<string, string>; body: Uint8Array }

type CaptureOptions = {
  url: string
  /** Fetches the page's resources, politely and guarded; null = the page has to manage without. */
  get: (url: string) => Promise<Resource | null>
  width: number
  height: number
  /** How long the page may take to load; then the screenshot is taken as it is. */
  loadWithinMs: number
  maxResources: number
  signal: AbortSignal
}

/** `not_a_page`: the address returned something other than a page. */
export type Capture =
  | { kind: 'picture'; bytes: Uint8Array; resources: number }
  | { kind: 'none'; reason: 'not_a_page' | 'browser' }

/**
 * Scripts are off, so other resource types are useless; frames and videos would only cost the shop
 * requests.
 */
const WANTED = new Set(['Document', 'Stylesheet', 'Image', 'Font'])
const KEPT_HEADERS = new Set(['content-type', 'access-control-allow-origin'])
const PAINT_MS = 300
const JPEG_QUALITY = 90

const Paused = z.object({
  requestId: z.string(),
  resourceType: z.string(),
  frameId: z.string(),
  request: z.object({ url: z.string(), method: z.string() }),
})
const Target = z.object({ targetId: z.string() })
const Context = z.object({ browserContextId: z.string() })
const Session = z.object({ sessionId: z.string() })
const Picture = z.object({ data: z.string() })

/**
 * A screenshot of the top of a page as a visitor without scripts sees it. All of the page's
 * resources come through `get`.
 */
export async function capturePage(chromium: Chromium, options: CaptureOptions): Promise<Capture> {
  try {
    const { browserContextId } = Context.parse(
      await chromium.send('Target.createBrowserContext', { disposeOnDetach: true }),
    )
    try {
      const { width, height } = options
      const target = Target.parse(
        await chromium.send('Target.createTarget', {
          url: 'about:blank',
          browserContextId,
          width,
          height,
        }),
      )
      const { sessionId } = Session.parse(
        await chromium.send('Target.attachToTarget', { ...target, flatten: true }),
      )
      return await captureIn(chromium, { ...options, sessionId, frameId: target.targetId })
    } finally {
      await chromium
        .send('Target.disposeBrowserContext', { browserContextId })
        .catch(() => undefined)
    }
  } catch {
    return { kind: 'none', reason: 'browser' }
  }
}

type Captured = CaptureOptions & { sessionId: string; frameId: string }

async function captureIn(chromium: Chromium, options: Captured): Promise<Capture> {
  const { sessionId, url, width, height } = options
  const send = (method: string, params: object = {}) => chromium.send(method, params, sessionId)
  const page = createPageServer(chromium, options)
  try {
    await send('Page.enable')
    await send('Emulation.setScriptExecutionDisabled', { value: true })
    await send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await send('Emulation.setScrollbarsHidden', { hidden: true })
    await send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await send('Page.navigate', { url })
    await Promise.race([
      page.loaded,
      sleep(options.loadWithinMs, undefined, { signal: options.signal }),
    ])
    if (!page.isThere()) return { kind: 'none', reason: 'not_a_page' }
    await sleep(PAINT_MS)
    const { data } = Picture.parse(
      await send('Page.captureScreenshot', { format: 'jpeg', quality: JPEG_QUALITY }),
    )
    return { kind: 'picture', bytes: Buffer.from(data, 'base64'), resources: page.resources() }
  } finally {
    page.close()
  }
}

function createPageServer(chromium: Chromium, options: Captured) {
  const { promise: loaded, resolve: onLoaded } = Promise.withResolvers<void>()
  let resources = 0
  let isThere = false

  const answer = async (event: ChromiumEvent): Promise<void> => {
    const { requestId, resourceType, frameId, request } = Paused.parse(event.params)
    const isMain = resourceType === 'Document' && frameId === options.frameId
    const isWanted =
      request.method === 'GET' && (resourceType === 'Document' ? isMain : WANTED.has(resourceType))
    const resource =
      isWanted && resources++ < options.maxResources ? await options.get(request.url) : null
    const isPage =
      resource?.status === 200 && /\bhtml\b/.test(resource.headers['content-type'] ?? '')
    if (isMain && isPage) isThere = true
    if (isMain && !isPage) onLoaded()
    const usable = isMain ? isPage : resource !== null
    if (usable && resource) await fulfill(chromium, requestId, resource, event.sessionId)
    else
      await chromium.send(
        'Fetch.failRequest',
        { requestId, errorReason: 'BlockedByClient' },
        event.sessionId,
      )
  }
  const stopListening = chromium.listen((event) => {
    if (event.sessionId !== options.sessionId) return
    if (event.method === 'Page.loadEventFired') onLoaded()
    // Chromium rejects answers for a page that was closed in the meantime.
    if (event.method === 'Fetch.requestPaused') void answer(event).catch(() => undefined)
  })
  return { loaded, isThere: () => isThere, resources: () => resources, close: stopListening }
}

async function fulfill(
  chromium: Chromium,
  requestId: string,
  { status, headers, body }: Resource,
  sessionId: string | undefined,
): Promise<void> {
  const responseHeaders = Object.entries(headers)
    .filter(([name]) => KEPT_HEADERS.has(name))
    .map(([name, value]) => ({ name, value }))
  const answer = {
    requestId,
    responseCode: status,
    responseHeaders,
    body: Buffer.from(body).toString('base64'),
  }
  await chromium.send('Fetch.fulfillRequest', answer, sessionId)
}
