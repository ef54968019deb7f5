import { dehydrate } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { preinit, preload, preloadModule } from 'react-dom'
import { renderToReadableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import {
  acceptedLanguages,
  baseLanguage,
  detectLanguage,
  type Language,
  type Namespace,
} from '#i18n/languages.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Texts } from '#web/api/fetch-texts.ts'
import { createQueryClient } from '#web/api/query.ts'
import { App } from '#web/app.tsx'
import {
  EARLY_PALETTE_SCRIPT,
  EARLY_PRESSES_SCRIPT,
  type PageState,
  RAIL_SCRIPT,
  startAfterPaint,
  TOKEN_MARK_SCRIPT,
} from '#web/lib/app/page-bootstrap.ts'
import { resolveLazyRoutes } from '#web/lib/app/page.tsx'
import { type Services, servicesContext } from '#web/lib/app/services.ts'
import { BANNER_COOKIE, type Site } from '#web/lib/app/site.tsx'
import { readCookie } from '#web/lib/browser/browser-storage.ts'
import { readTheme, type Theme } from '#web/lib/browser/theme.ts'
import { LANGUAGE_KEY } from '#web/lib/i18n/language.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { createSessionStore, SESSION_HINT } from '#web/lib/session/session-store.ts'
import { createRouteFinder, handleOf, isShellRoute, pageAddressOf } from '#web/page-address.ts'
import { createRoutes } from '#web/router.tsx'

export type PageRequest = Omit<Site, 'isBannerClosed' | 'htmlPath'> & {
  /** Path and query as sent by the browser. */
  url: string
  acceptLanguage: string | undefined
  cookie: string | undefined
  nonce: string
  /**
   * Answers a public GET of our own API inside the process: `/api/public/highlights` → its JSON.
   */
  api: (path: string, language: Language) => Promise<unknown>
  readTexts: (language: Language, namespace: Namespace) => Promise<Texts>
  assetsOf: (routeIds: readonly string[]) => PageAssets
}

export type PageAssets = { entry: string; styles: string[]; modules: string[]; fonts: string[] }

type PageResponse = {
  status: number
  headers: Record<string, string>
  html: string
  /** Whether every visitor with the same `pageKeyOf` may get this page. */
  isCacheable: boolean
  /** Nothing was rendered, because the page at this address is the same. */
  sameAs: string | null
}

type Visitor = {
  language: Language
  theme: Theme
  presumed: PageState['presumed']
  isBannerClosed: boolean
}

const handler = createStaticHandler(createRoutes())
const routeOf = createRouteFinder(handler.match)

// Concatenated, not resolved: `//evil.example/x` must remain a path on our host.
const urlOf = ({ origin, url }: Pick<PageRequest, 'origin' | 'url'>) => new URL(origin + url)

type Visit = Pick<PageRequest, 'url' | 'origin' | 'cookie' | 'acceptLanguage'>

/** Everything that the HTML depends on: `pageKeyOf` and `renderPage` read nothing else. */
function readVisit(request: Visit) {
  const asked = urlOf(request)
  const visitor = visitorOf(asked, request)
  return { visitor, ...pageAddressOf(routeOf(asked.pathname), asked, visitor.language) }
}

/** Null for addresses that redirect. */
export function pageKeyOf(request: Visit): string | null {
  const { visitor, address, isRedirect } = readVisit(request)
  if (isRedirect) return null
  const { language, theme, presumed, isBannerClosed } = visitor
  return [request.origin, address, language, theme, presumed, isBannerClosed].join(' ')
}

export async function renderPage(request: PageRequest): Promise<PageResponse> {
  const { visitor, address, missing } = readVisit(request)
  const url = urlOf({ origin: request.origin, url: address })
  const { language } = visitor
  const services = servicesFor(language, request)
  await resolveLazyRoutes(handler.match(url))
  const context = await handler.query(new Request(url), {
    requestContext: new RouterContextProvider(new Map([[servicesContext, services]])),
  })
  if (context instanceof Response) return redirection(context, url)
  const status = statusOf(context)
  // Any number of addresses lead to nothing; only pages of a list end.
  const sameAs =
    status === 404 && !url.searchParams.has('page') && address !== missing ? missing : null
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie',
    },
    html: sameAs === null ? await htmlOf(context, services, request, visitor) : '',
    isCacheable: status === 200 || status === 404,
    sameAs,
  }
}

function visitorOf(
  url: URL,
  { cookie, acceptLanguage }: Pick<PageRequest, 'cookie' | 'acceptLanguage'>,
): Visitor {
  return {
    language: detectLanguage({
      param: url.searchParams.get('lang'),
      saved: baseLanguage(readCookie(cookie, LANGUAGE_KEY)),
      preferred: acceptedLanguages(acceptLanguage),
    }),
    theme: readTheme(cookie),
    presumed: readCookie(cookie, SESSION_HINT) === '1' ? 'member' : 'anonymous',
    isBannerClosed: readCookie(cookie, BANNER_COOKIE) === 'closed',
  }
}

type ServerServices = Services & { usedTexts: Set<Namespace> }

function servicesFor(language: Language, { api, readTexts }: PageRequest): ServerServices {
  const queryClient = createQueryClient(({ path }) => api(path, language).catch(asMissing))
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  const usedTexts = new Set<Namespace>()
  return {
    i18n: i18nOf(language, readTexts),
    htmlLanguage: language,
    queryClient,
    readTexts,
    recordUsedTexts: (namespaces) => namespaces.forEach((namespace) => usedTexts.add(namespace)),
    usedTexts,
    isServer: true,
  }
}

/**
 * The server is another bundle, whose error classes are not ours. Of its refusals the pages tell
 * apart only what does not exist.
 */
function asMissing(cause: unknown): never {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'not_found'
  throw isMissing
    ? new ApiError('not_found', '', { status: 404, requestId: null }, { cause })
    : cause
}

/** Keyed by the source of the texts: the whole server shares one set of instances. */
const instances = new WeakMap<PageRequest['readTexts'], Map<Language, i18n>>()

/**
 * Creating an instance costs more than rendering a small page. On the server, an instance never
 * changes its language and only gains texts.
 */
function i18nOf(language: Language, readTexts: PageRequest['readTexts']): i18n {
  const byLanguage = instances.get(readTexts) ?? new Map<Language, i18n>()
  instances.set(readTexts, byLanguage)
  const instance = byLanguage.get(language) ?? createI18n(language)
  byLanguage.set(language, instance)
  return instance
}

/** A relative address, so that the visitor stays on the requested host. */
function redirection(response: Response, url: URL): PageResponse {
  const target = new URL(response.headers.get('location') ?? '/', url)
  return {
    status: response.status,
    headers: { location: target.pathname + target.search + target.hash },
    html: '',
    isCacheable: false,
    sameAs: null,
  }
}

function statusOf(context: StaticHandlerContext): number {
  const handles = context.matches.map(({ route }) => handleOf(route))
  return handles.findLast((handle) => handle?.status)?.status ?? context.statusCode
}

/**
 * For pages that show nothing before their script runs. They need no API call, so the server can
 * deliver them while it refuses API calls.
 */
export const isShellAddress = (url: string): boolean =>
  readVisit({ url, origin: 'http://localhost', cookie: undefined, acceptLanguage: undefined })
    .isShell

async function htmlOf(
  context: StaticHandlerContext,
  services: ServerServices,
  request: PageRequest,
  visitor: Visitor,
): Promise<string> {
  const assets = request.assetsOf(context.matches.map(({ route }) => route.id))
  const router = createStaticRouter(handler.dataRoutes, context)
  const state = pageState(context, services, request, visitor)
  const comesFirst = isShellRoute(context.matches)
  const session = createSessionStore({
    presumed: state.presumed,
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    transport: () => () => Promise.reject(new Error('no session on the server')),
    onChange: () => undefined,
  })
  const stream = await renderToReadableStream(
    <Preloads assets={comesFirst ? assets : { ...assets, modules: [] }}>
      <App services={services} session={session} site={state.site} theme={state.theme}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    </Preloads>,
    {
      nonce: request.nonce,
      // Wait for all content: a long lazy part must not hide behind its skeleton until a script
      // shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // A shell is blank without its script, so the script comes first. Other pages show their
      // content first.
      ...(comesFirst && { bootstrapModules: [assets.entry] }),
      bootstrapScriptContent: `__STOREDAWN__=${inlineJson(state)}${comesFirst ? '' : `;${startAfterPaint(assets)}`}`,
    },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  // Inserted outside React: React tolerates unknown elements in the head when it hydrates, and the
  // browser hides the nonce from scripts.
  const first = `${TOKEN_MARK_SCRIPT}${RAIL_SCRIPT}${EARLY_PRESSES_SCRIPT}${EARLY_PALETTE_SCRIPT}`
  return html.replace('<head>', () => `<head><script nonce="${request.nonce}">${first}</script>`)
}

function Preloads({ assets, children }: { assets: PageAssets; children: React.ReactNode }) {
  for (const href of assets.fonts)
    preload(href, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  for (const href of assets.styles) preinit(href, { as: 'style', precedence: 'app' })
  for (const href of assets.modules) preloadModule(href)
  return children
}

function pageState(
  context: StaticHandlerContext,
  { i18n, usedTexts, queryClient }: ServerServices,
  request: PageRequest,
  { language, presumed, theme, isBannerClosed }: Visitor,
): PageState {
  const texts = Object.entries(i18n.getDataByLanguage(language) ?? {})
  return {
    language,
    // Other pages have loaded their own texts into the same instance, so send only the ones used
    // here.
    texts: Object.fromEntries(texts.filter(([namespace]) => usedTexts.has(namespace as Namespace))),
    queries: dehydrate(queryClient),
    router: { loaderData: context.loaderData, errors: context.errors },
    presumed,
    theme,
    site: {
      origin: request.origin,
      supportEmail: request.supportEmail,
      socialLinks: request.socialLinks,
      identityProvider: request.identityProvider,
      operator: request.operator,
      isBannerClosed,
      htmlPath: context.location.pathname,
    },
  }
}

/**
 * JSON that cannot close its script element and has no character that older parsers treat as a line
 * break.
 */
const inlineJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
