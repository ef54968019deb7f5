import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages, namespaces } from '#i18n/languages.ts'
import type { Config } from '#server/platform/config.ts'
import type { SharedBody } from '#server/platform/http/shared-bodies.ts'

export type RenderRequest = {
  /** Path and query as the browser sent them. */
  url: string
  acceptLanguage: string | undefined
  cookie: string | undefined
  /** Of this response's content security policy; every inline script carries it. */
  nonce: string
  origin: string
  supportEmail: string
  /** Our profiles elsewhere. */
  socialLinks: readonly string[]
  /** The identity provider's name; null without a provider. */
  identityProvider: string | null
  /**
   * The operator of this installation, and the day (`2024-12-21`) of the last change to the privacy
   * page and terms.
   */
  operator: { name: string | null; address: string | null; textsModified: string }
  /**
   * Answers a public GET of our own API without leaving the process: `/api/public/highlights` → its
   * JSON.
   */
  api: (path: string, language: string) => Promise<unknown>
}

/** What every page knows of this installation. */
export const siteOf = (config: Config, origin: string) => ({
  origin,
  supportEmail: config.SUPPORT_EMAIL,
  socialLinks: config.SOCIAL_LINKS,
  identityProvider: config.GOOGLE_CLIENT_ID ? config.OIDC_NAME : null,
  operator: {
    name: config.OPERATOR_NAME ?? null,
    address: config.OPERATOR_ADDRESS ?? null,
    textsModified: config.TEXTS_MODIFIED,
  },
})

/** A page, or a redirect (3xx with `location` and no HTML). */
export type RenderedPage = {
  status: number
  headers: Record<string, string>
  html: string | Buffer
  /** The same, if it comes from a cache. */
  shared?: SharedBody
}

export type Renderer = {
  /** `beforeRendering`: called unless the page comes from a cache. @throws what it throws */
  render: (
    request: RenderRequest & { beforeRendering?: () => Promise<void> },
  ) => Promise<RenderedPage>
  /**
   * Whether the page at this path (with or without query) is the same empty shell for every visitor
   * and makes no calls.
   */
  isShell?: (url: string) => boolean
}

/** Renders every page from scratch; `createPageCache` adds the caching. */
export type PageRenderer = {
  render: (request: RenderRequest) => Promise<
    RenderedPage & {
      html: string
      isCacheable: boolean
      /** Nothing was rendered, because the page at this address is the same. */
      sameAs: string | null
    }
  >
  /** Two requests with the same key get the same page; null for redirects. */
  keyOf: (request: RenderRequest) => string | null
  isShell: (url: string) => boolean
}

/** Scripts, styles and fonts of a page, as addresses. */
type PageAssets = { entry: string; styles: string[]; modules: string[]; fonts: string[] }

/** The exports of the built `web/entry-server.tsx`; its `PageRequest` has the same type. */
type EntryServer = {
  pageKeyOf: PageRenderer['keyOf']
  isShellAddress: PageRenderer['isShell']
  renderPage: (
    request: RenderRequest & {
      readTexts: (language: string, namespace: string) => Promise<Record<string, unknown>>
      assetsOf: (routeIds: readonly string[]) => PageAssets
    },
  ) => ReturnType<PageRenderer['render']>
}

/** The part of Vite's manifest that is read here. */
type Manifest = Record<
  string,
  {
    file: string
    imports?: string[]
    dynamicImports?: string[]
    css?: string[]
    assets?: string[]
  }
>

const ENTRY = 'web/entry-client.tsx'
/** Leads to the pages that the entry does not know. */
const WORK_PAGES = 'web/work-pages.ts'
/** The Latin part of the font; only pages with other letters load the second part. */
const FIRST_FONT = /-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Renders the web client's pages. Needs a finished `vite build`: `<distDir>/client` and
 * `<distDir>/server`.
 * @throws when the build is missing or incomplete
 */
export async function createRenderer({ distDir }: { distDir: string }): Promise<PageRenderer> {
  const root = resolve(distDir)
  const [manifest, texts, { pageKeyOf, isShellAddress, renderPage }] = await Promise.all([
    readManifest(join(root, 'client/.vite/manifest.json')),
    readAllTexts(join(root, 'client/locales')),
    importEntry(join(root, 'server/entry-server.js')),
  ])
  const readTexts = (language: string, namespace: string) =>
    Promise.resolve(texts.get(`${language}/${namespace}`) ?? {})
  const assetsOf = (routeIds: readonly string[]) => collectAssets(manifest, routeIds)
  return {
    render: (request) => renderPage({ ...request, readTexts, assetsOf }),
    keyOf: pageKeyOf,
    isShell: isShellAddress,
  }
}

/**
 * Renders a page that needs no data, so that the code of all pages is compiled and has run once.
 */
export async function renderExample({ render }: PageRenderer): Promise<void> {
  await render({
    url: '/terms',
    acceptLanguage: undefined,
    cookie: undefined,
    nonce: '',
    origin: 'http://localhost',
    supportEmail: 'support@localhost',
    socialLinks: [],
    identityProvider: null,
    operator: { name: null, address: null, textsModified: '2026-01-01' },
    api: (path) => Promise.reject(new Error(`the example page asks for ${path}`)),
  })
}

const readManifest = async (file: string): Promise<Manifest> =>
  JSON.parse(await readFile(file, 'utf8')) as Manifest

// Safe: `vite build` makes the file from web/entry-server.tsx, and render.test.ts renders with it.
const importEntry = (file: string) => import(pathToFileURL(file).href) as Promise<EntryServer>

async function readAllTexts(folder: string): Promise<Map<string, Record<string, unknown>>> {
  const keys = languages.flatMap((language) =>
    namespaces.map((namespace) => `${language}/${namespace}`),
  )
  const files = await Promise.all(keys.map((key) => readFile(join(folder, `${key}.json`), 'utf8')))
  return new Map(
    keys.map((key, at) => [key, JSON.parse(files[at] ?? '{}') as Record<string, unknown>]),
  )
}

/** The entry and all imports of the matched routes, so that the browser fetches them at once. */
export function collectAssets(manifest: Manifest, routeIds: readonly string[]): PageAssets {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`${ENTRY} is not in the build's manifest`)
  const routeFiles = routeIds.map((id) => id.split('#')[0] ?? '').filter((file) => file in manifest)
  const isKnown = routeFiles.every((file) => entry.dynamicImports?.includes(file))
  const roots = [ENTRY, ...(isKnown ? [] : [WORK_PAGES]), ...routeFiles]
  const chunks = [...withImports(manifest, roots)].flatMap((key) => manifest[key] ?? [])
  const styles = chunks.flatMap(({ css = [] }) => css)
  const fonts = chunks.flatMap(({ assets = [] }) => assets).filter((file) => FIRST_FONT.test(file))
  return {
    entry: `/${entry.file}`,
    styles: unique(styles),
    modules: unique(chunks.filter((chunk) => chunk !== entry).map(({ file }) => file)),
    fonts: unique(fonts),
  }
}

function withImports(
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

const unique = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)
