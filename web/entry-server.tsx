import { dehydrate } from '@tanstack/react-query'
import { preinit, preload, preloadModule } from 'react-dom'
import { renderToReadableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import { acceptedLanguages, detectLanguage } from '#i18n/detect-language.ts'
import { baseLanguage, type Language, type Namespace } from '#i18n/languages.ts'
import { App } from '#web/app.tsx'
import type { Texts } from '#web/api/fetch-texts.ts'
import { createQueryClient } from '#web/api/query.ts'
import { LANGUAGE_KEY } from '#web/lib/change-language.ts'
import { readCookie } from '#web/lib/cookie.ts'
import { createI18n } from '#web/lib/create-i18n.ts'
import type { PageState } from '#web/lib/page-state.ts'
import { resolveLazyRoutes } from '#web/lib/resolve-lazy-routes.ts'
import { servicesContext, type Services } from '#web/lib/services.ts'
import { createSessionStore, SESSION_HINT } from '#web/lib/session-store.ts'
import { BANNER_COOKIE, type Operator } from '#web/lib/site.tsx'
import { EARLY_PRESSES_SCRIPT, startAfterPaint } from '#web/lib/start-script.ts'
import { readTheme } from '#web/lib/theme.ts'
import { TOKEN_MARK_SCRIPT } from '#web/lib/token-mark.ts'
import { createRoutes, type RouteHandle } from '#web/router.tsx'

export type PageRequest = {
  /** Path and query as the browser sent them. */
  url: string
  acceptLanguage: string | undefined
  cookie: string | undefined
  /** Of this response's content security policy. */
  nonce: string
  /** PUBLIC_ORIGIN. */
  origin: string
  supportEmail: string
  /** Our profiles elsewhere. */
  socialLinks: readonly string[]
  /** The identity provider's name; null = there is none. */
  identityProvider: string | null
  operator: Operator
  /** Answers a public GET of our own API without leaving the process: `/api/public/highlights` → its JSON. */
  api: (path: string) => Promise<unknown>
  readTexts: (language: Language, namespace: Namespace) => Promise<Texts>
  assetsOf: (routeIds: readonly string[]) => PageAssets
}

export type PageAssets = { entry: string; styles: string[]; modules: string[]; fonts: string[] }

export type PageResponse = { status: number; headers: Record<string, string>; html: string }

const handler = createStaticHandler(createRoutes())

export async function renderPage(request: PageRequest): Promise<PageResponse> {
  // Joined, not resolved: `//evil.example/x` must stay a path of ours.
  const url = new URL(request.origin + request.url)
  const language = languageFor(url, request)
  const services = servicesFor(language, request)
  await resolveLazyRoutes(handler.match(url))
  const context = await handler.query(new Request(url), {
    requestContext: new RouterContextProvider(new Map([[servicesContext, services]])),
  })
  if (context instanceof Response) return redirection(context, url)
  return {
    status: statusOf(context),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie',
    },
    html: await htmlOf(context, services, request),
  }
}

function languageFor(url: URL, { cookie, acceptLanguage }: PageRequest): Language {
  return detectLanguage({
    param: url.searchParams.get('lang'),
    saved: baseLanguage(readCookie(cookie, LANGUAGE_KEY)),
    preferred: acceptedLanguages(acceptLanguage),
  })
}

function servicesFor(language: Language, { api, readTexts }: PageRequest): Services {
  const queryClient = createQueryClient(({ path }) => api(path))
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  return { i18n: createI18n(language), queryClient, readTexts, isServer: true }
}

/** A relative address, so that the visitor stays on the host that was asked. */
function redirection(response: Response, url: URL): PageResponse {
  const target = new URL(response.headers.get('location') ?? '/', url)
  return {
    status: response.status,
    headers: { location: target.pathname + target.search + target.hash },
    html: '',
  }
}

function statusOf(context: StaticHandlerContext): number {
  const handles = context.matches.map(({ route }) => route.handle as RouteHandle | undefined)
  return handles.findLast((handle) => handle?.status)?.status ?? context.statusCode
}

async function htmlOf(
  context: StaticHandlerContext,
  services: Services,
  request: PageRequest,
): Promise<string> {
  const assets = request.assetsOf(context.matches.map(({ route }) => route.id))
  const router = createStaticRouter(handler.dataRoutes, context)
  const state = pageState(context, services, request)
  const isShell = context.matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.isShell)
  const session = createSessionStore({
    presumed: state.presumed,
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    transport: () => () => Promise.reject(new Error('no session on the server')),
    onChange: () => undefined,
  })
  const stream = await renderToReadableStream(
    <Preloads assets={isShell ? assets : { ...assets, modules: [] }}>
      <App services={services} session={session} site={state.site} theme={state.theme}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    </Preloads>,
    {
      nonce: request.nonce,
      // Everything is waited for: a long lazy part must not hide behind its skeleton until a script shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // A shell shows nothing before its script, anything else before its content.
      ...(isShell && { bootstrapModules: [assets.entry] }),
      bootstrapScriptContent: `__STOREDAWN__=${inlineJson(state)}${isShell ? '' : `;${startAfterPaint(assets)}`}`,
    },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  // Not React's: it takes over the head around what it does not know, and in the browser nobody knows the nonce.
  const first = `${TOKEN_MARK_SCRIPT}${EARLY_PRESSES_SCRIPT}`
  return html.replace('<head>', () => `<head><script nonce="${request.nonce}">${first}</script>`)
}

function Preloads({ assets, children }: { assets: PageAssets; children: React.ReactNode }) {
  for (const href of assets.fonts) preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of assets.styles) preinit(href, { as: 'style', precedence: 'app' })
  for (const href of assets.modules) preloadModule(href)
  return children
}

function pageState(
  context: StaticHandlerContext,
  { i18n, queryClient }: Services,
  request: PageRequest,
): PageState {
  return {
    language: i18n.language as Language, // Safe: made by createI18n from a Language and never changed here.
    texts: i18n.getDataByLanguage(i18n.language) ?? {},
    queries: dehydrate(queryClient),
    router: { loaderData: context.loaderData, errors: context.errors },
    presumed: readCookie(request.cookie, SESSION_HINT) === '1' ? 'member' : 'anonymous',
    theme: readTheme(request.cookie),
    site: {
      origin: request.origin,
      supportEmail: request.supportEmail,
      socialLinks: request.socialLinks,
      identityProvider: request.identityProvider,
      operator: request.operator,
      isBannerClosed: readCookie(request.cookie, BANNER_COOKIE) === 'closed',
    },
  }
}

/** JSON that cannot end its script element, nor hold what older parsers take for a line break. */
const inlineJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
