import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, PageRequest, PageResponse } from '#web/entry-server.tsx'
import { languages, namespaces } from '#i18n/languages.ts'

export type RenderRequest = Omit<PageRequest, 'readTexts' | 'assetsOf'>
export type Renderer = { render: (request: RenderRequest) => Promise<PageResponse> }

/** Vite's manifest, as far as it is read here. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[]; assets?: string[] }>

const ENTRY = 'web/entry-client.tsx'
/** The Latin part of the font; the other part is asked for only by pages that show such letters. */
const FIRST_FONT = /-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Renders the web client's pages. Needs a finished `vite build`: `<distDir>/client` and `<distDir>/server`.
 * @throws when the build is missing or incomplete
 */
export async function createRenderer({ distDir }: { distDir: string }): Promise<Renderer> {
  const root = resolve(distDir)
  const [manifest, texts, { renderPage }] = await Promise.all([
    readManifest(join(root, 'client/.vite/manifest.json')),
    readAllTexts(join(root, 'client/locales')),
    importEntry(join(root, 'server/entry-server.js')),
  ])
  const readTexts: PageRequest['readTexts'] = (language, namespace) =>
    Promise.resolve(texts.get(`${language}/${namespace}`) ?? {})
  const assetsOf = (routeIds: readonly string[]) => collectAssets(manifest, routeIds)
  return { render: (request) => renderPage({ ...request, readTexts, assetsOf }) }
}

const readManifest = async (file: string): Promise<Manifest> =>
  JSON.parse(await readFile(file, 'utf8')) as Manifest

async function importEntry(
  file: string,
): Promise<{ renderPage: (request: PageRequest) => Promise<PageResponse> }> {
  return import(pathToFileURL(file).href) as Promise<{
    renderPage: (request: PageRequest) => Promise<PageResponse>
  }>
}

async function readAllTexts(folder: string): Promise<Map<string, Record<string, unknown>>> {
  const keys = languages.flatMap((language) => namespaces.map((namespace) => `${language}/${namespace}`))
  const files = await Promise.all(keys.map((key) => readFile(join(folder, `${key}.json`), 'utf8')))
  return new Map(keys.map((key, at) => [key, JSON.parse(files[at] ?? '{}') as Record<string, unknown>]))
}

/** The entry and everything the matched routes import, so that the browser fetches all of it at once. */
export function collectAssets(manifest: Manifest, routeIds: readonly string[]): PageAssets {
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`${ENTRY} is not in the build's manifest`)
  const routeFiles = routeIds.map((id) => id.split('#')[0] ?? '').filter((file) => file in manifest)
  const chunks = [...withImports(manifest, [ENTRY, ...routeFiles])].flatMap((key) => manifest[key] ?? [])
  const styles = chunks.flatMap(({ css = [] }) => css)
  const fonts = chunks.flatMap(({ assets = [] }) => assets).filter((file) => FIRST_FONT.test(file))
  return {
    entry: `/${entry.file}`,
    styles: unique(styles),
    modules: unique(chunks.filter((chunk) => chunk !== entry).map(({ file }) => file)),
    fonts: unique(fonts),
  }
}

function withImports(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

const unique = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)
