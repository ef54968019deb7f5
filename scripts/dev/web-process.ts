/**
 * The web part of `npm run dev`. Vite serves the modules of `web/` and replaces them in the browser
 * when they change, pages are rendered from the same sources, and all else goes to the API. It is a
 * process of its own because Vite needs React's development build.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createVite, createServerModuleRunner, type ViteDevServer } from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import { languages, namespaces } from '#i18n/languages.ts'
import type { Config } from '#server/platform/config.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { isListening } from '#server/platform/process/ports.ts'
import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
import { siteOf } from '#server/site/pages/render.ts'
import type { renderPage } from '#web/entry-server.tsx'

/** While the API restarts, requests wait for it. */
const API_RETURNS_WITHIN_MS = 20_000
const RETRY_EVERY_MS = 40
const ENTRY = '/web/entry-client.tsx'
const STYLES = '/web/styles/app.css?direct'
const NONCE = 'development-nonce'

/** The parent's only message. It has already parsed the configuration. */
export type WebOrder = { config: Config; apiOrigin: string }

/** Loads the pages while world, database and API start, which send their addresses later. */
async function startWeb() {
  const ordered = once(process, 'message')
  const server = createServer()
  const vite = await createVite({
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { entries: [ENTRY.slice(1)] },
    html: { cspNonce: NONCE },
    server: {
      middlewareMode: true,
      hmr: { server },
      // The packages may be a link to another checkout's.
      fs: { allow: ['.', realpathSync('node_modules')] },
      watch: { ignored: (file) => !isPartOfWeb(path.relative('.', file)) },
    },
  })
  const runner = createServerModuleRunner(vite.environments.ssr)
  const head = await headWithClient(vite)
  await importPages(runner)
  const [order]: WebOrder[] = await ordered
  if (!order) throw new Error('no order')
  const passOn = createProxy(order.apiOrigin)
  const sendPage = createPageRenderer({ runner, head, ...order })
  server.on('request', (incoming, outgoing) => {
    vite.middlewares(incoming, outgoing, () => {
      const answer = isPage(incoming) ? sendPage : isLocale(incoming) ? sendLocale : passOn
      answer(incoming, outgoing).catch((error: unknown) => fail(outgoing, error))
    })
  })
  server.listen(order.config.PORT, order.config.HOST)
  await once(server, 'listening')
  process.send?.('ready')
  return {
    // Without `vite.close`, which takes nine seconds and has nothing to keep.
    stop: async () => server.closeAllConnections(),
  }
}

/** The project's folder itself, and what the browser's modules lie in. */
const isPartOfWeb = (file: string) => /^(?:$|(?:web|contracts|i18n)(?:$|[/\\]))/.test(file)

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] ?? '/'

/** Browsers name HTML first where they want a page; calls, pictures and feeds go to the API. */
const isPage = (incoming: IncomingMessage) =>
  incoming.method === 'GET' &&
  incoming.headers.accept?.startsWith('text/html') === true &&
  !pathOf(incoming).startsWith('/api/')

const isLocale = (incoming: IncomingMessage) => pathOf(incoming).startsWith('/locales/')

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** Typed by the module that it loads. Vite re-evaluates that module after a change. */
const importPages = (runner: ModuleRunner): Promise<{ renderPage: typeof renderPage }> =>
  runner.import('/web/entry-server.tsx')

type Pages = WebOrder & { runner: ModuleRunner; head: string }

function createPageRenderer({ runner, head, config, apiOrigin }: Pages): Answer {
  return async (incoming, outgoing) => {
    const nonce = randomBytes(16).toString('base64')
    const url = incoming.url ?? '/'
    const pages = await importPages(runner)
    const render = (address: string) =>
      pages.renderPage({
        url: address,
        acceptLanguage: incoming.headers['accept-language'],
        cookie: incoming.headers.cookie,
        nonce,
        ...siteOf(config, config.PUBLIC_ORIGIN),
        api: (path, language) => callApi(apiOrigin + path, language),
        readTexts: readLocale,
        assetsOf: () => ({ entry: ENTRY, styles: [STYLES], modules: [], fonts: [] }),
      })
    const found = await render(url)
    const { status, headers, html } = found.sameAs === null ? found : await render(found.sameAs)
    outgoing.writeHead(status, { ...securityHeaders(nonce, url), ...headers })
    outgoing.end(html.replace('<head>', () => `<head>${head.replaceAll(NONCE, nonce)}`))
  }
}

/** What Vite adds to the head of a page: its client, and React's part for replacing components. */
async function headWithClient(vite: ViteDevServer): Promise<string> {
  const page = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return page.slice(page.indexOf('<head>') + '<head>'.length, page.indexOf('</head>'))
}

async function callApi(url: string, language: string): Promise<unknown> {
  const response = await fetch(url, { headers: { 'accept-language': language } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

const readLocale = async (language: string, namespace: string) =>
  JSON.parse(await readFile(`i18n/locales/${language}/${namespace}.json`, 'utf8'))

async function sendLocale(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, , language, file] = pathOf(incoming).split('/')
  const namespace = namespaces.find((each) => `${each}.json` === file)
  const isKnown = namespace !== undefined && languages.some((each) => each === language)
  outgoing.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
  outgoing.end(isKnown ? JSON.stringify(await readLocale(String(language), namespace)) : '{}')
}

/** Waits while the API restarts. A body can be read only once, so only a GET is sent again. */
function createProxy(apiOrigin: string): Answer {
  return async function passOn(incoming, outgoing) {
    await untilListening(new URL(apiOrigin))
    const { method, headers, url = '/' } = incoming
    const onward = request(new URL(url, apiOrigin), { method, headers })
    onward.on('error', (error) => {
      const mayRepeat = method === 'GET' && !outgoing.headersSent && !outgoing.destroyed
      if (!mayRepeat) return fail(outgoing, error)
      passOn(incoming, outgoing).catch((reason: unknown) => fail(outgoing, reason))
    })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}

async function untilListening({ hostname, port }: URL): Promise<void> {
  const until = performance.now() + API_RETURNS_WITHIN_MS
  while (!(await isListening(hostname, Number(port)))) {
    if (performance.now() > until) throw new Error('the API does not answer')
    await sleep(RETRY_EVERY_MS)
  }
}

function fail(outgoing: ServerResponse, error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(502, { 'content-type': 'text/plain' })
  outgoing.end(String(error))
}

await runUntilSignal(startWeb, { isSupervised: true })
