import { getDomainWithoutSuffix, parse } from 'tldts'
import type { AppSource } from '#contracts/catalog/facts.ts'
import { wordSet } from '#discovery/document/fold-text.ts'
import { entryOf, listOf, readAssigned } from '#discovery/document/json.ts'
import type { ParsedPage } from '#discovery/extract/parsed-visit.ts'
import { type App, type Fact, factOf } from '#discovery/extract/store-snapshot.ts'
import {
  type AppName,
  GENERAL_HOSTS,
  HANDLE_APPS,
  namedByHandle,
  PIXEL_APPS,
  PLATFORM_EXTENSIONS,
  SCRIPT_HOSTS,
} from './app-tables.ts'
import { readWebPixels } from './web-pixels.ts'

const MAX_APPS = 100

/**
 * Finds apps in four places, in order of certainty: announced blocks, addresses of extensions,
 * scripts that apps added, and web pixels. An app found in several places appears once, under its
 * most certain source; the evidence names the others.
 */
export function extractApps(pages: ParsedPage[], ownHosts: Set<string>): Fact<App>[] {
  const found = new Map<string, Fact<App>>()
  const readers = [
    readBlocks,
    readExtensions,
    (page: ParsedPage) => readScriptTags(page, ownHosts),
    readPixelApps,
  ]
  for (const read of readers) {
    for (const page of pages) {
      for (const { handle, app = handle, name, source, path, isKnown } of read(page)) {
        const key = ownerOf(app, found)
        const known = found.get(key)
        if (!known && found.size < MAX_APPS) {
          found.set(
            key,
            factOf(
              { handle, name, source, sources: [source] },
              isKnown ? 'observed' : 'detected',
              page.page,
              path,
            ),
          )
        } else if (known && known.value.source !== source && !known.evidence.path.includes(path)) {
          if (!known.value.sources.includes(source)) known.value.sources.push(source)
          known.evidence.path = `${known.evidence.path}; ${path}`.slice(0, 500)
        }
      }
    }
  }
  return [...found.values()]
}

function readBlocks(page: ParsedPage): AppTrace[] {
  return page.scan.appBlocks.map(({ handle, block }) => ({
    handle,
    app: appOf(handle).handle,
    name: appOf(handle).name,
    source: 'app_block',
    path: `app block ${handle}/${block}`,
    isKnown: true,
  }))
}

function readPixelApps(page: ParsedPage): AppTrace[] {
  return readWebPixels(page.scan).flatMap(({ clientId, isLikely }) => {
    const app = clientId === null ? undefined : entryOf(PIXEL_APPS, clientId)
    if (!app) return []
    return [
      {
        ...app,
        source: 'pixel' as const,
        path: `webPixelsConfigList apiClientId ${clientId}`,
        isKnown: !isLikely,
      },
    ]
  })
}

const GENERIC_WORDS = wordSet(
  'shopify app apps theme extension extensions ext prod production embed widget block',
)

const coreWords = (handle: string): string[] =>
  handle.split(/[-_.]+/).filter((word) => word !== '' && !GENERIC_WORDS.has(word))

/** Shorter names begin the names of too many apps. */
const MIN_OWNER_CHARS = 4

/** The own part of a host, as a project name: `growi` for `cdn.growi.io`. */
const projectOf = (handle: string): string =>
  handle.includes('.') ? (getDomainWithoutSuffix(handle) ?? handle) : handle

/**
 * The detected app that a project or host belongs to: `growi` for `growi-creator-management`,
 * whatever parts the names are written in.
 */
function ownerOf(handle: string, found: Map<string, Fact<App>>): string {
  const name = coreWords(projectOf(handle)).join('')
  if (found.has(handle) || name.length < MIN_OWNER_CHARS) return handle
  for (const [candidate, { value }] of found) {
    if (value.source !== 'app_block' && value.source !== 'extension') continue
    const words = coreWords(candidate)
    if (words.some((_, at) => words.slice(0, at + 1).join('') === name)) return candidate
  }
  return handle
}

/**
 * One sign of an app on a page. `isKnown` = the name comes from a table or the platform, not from a
 * project name or host.
 */
type AppTrace = {
  handle: string
  /** The app's handle in the table, if the handle is an alias. */
  app?: string
  name: string
  source: AppSource
  path: string
  isKnown: boolean
}

const EXTENSION =
  /cdn\.shopify\.com\\?\/extensions\\?\/[0-9a-f-]{36}\\?\/([a-z][a-z0-9_.-]{0,80}?)-(\d{1,6})\\?\//g
// Default project names that the developer never changed: they do not name an app.
const UNNAMED =
  /^(?:app|my-app|theme-app-extension(?:-prod|-production)?|theme-extension|extension|theme-app|shopify-app)(?:-\d+)?$/

/**
 * Finds apps by the addresses of their theme extensions: the developer's project name with a
 * version.
 */
function readExtensions({ html }: ParsedPage): AppTrace[] {
  const traces = new Map<string, AppTrace>()
  for (const [, project = '', version] of html.matchAll(EXTENSION)) {
    if (PLATFORM_EXTENSIONS.has(project) || traces.has(project) || traces.size >= 100) continue
    const known = entryOf(HANDLE_APPS, project)
    const unnamed = UNNAMED.test(project) ? { handle: project, name: 'Unnamed app' } : null
    traces.set(project, {
      ...(known ?? unnamed ?? appOf(project)),
      source: 'extension',
      path: `extension ${project}-${version}`,
      isKnown: known !== undefined,
    })
  }
  return [...traces.values()]
}

/**
 * Host that a script really comes from: the platform proxies some scripts, and saved copies put a
 * file name before `//`.
 */
function scriptHostOf(url: string): { host: string; path: string } | null {
  const [, host = '', path = ''] = /\/\/([^/?#]+)([^?#]*)/.exec(url) ?? []
  const proxied = host === 'cdn.shopify.com' ? /^\/proxy\/[0-9a-f]+\/([^/]+)(.*)$/.exec(path) : null
  const real = (proxied?.[1] ?? host).toLowerCase()
  return /^[a-z0-9.-]+\.[a-z]{2,}$/.test(real) ? { host: real, path: proxied?.[2] ?? path } : null
}

function appOfHost(host: string): AppName | null {
  const labels = host.split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const app = entryOf(SCRIPT_HOSTS, labels.slice(from).join('.'))
    if (app) return app
  }
  return null
}

const isPlatformScript = (host: string): boolean =>
  host === 'cdn.shopify.com' || host.endsWith('.shopifyapps.com') || host === 'shopify.com'

/** Networks, buckets and hosting carry files of anybody: such a host names no app. */
function isGeneralHost(host: string): boolean {
  const { domain, isPrivate, isIp } = parse(host, { allowPrivateDomains: true })
  const labels = host.split('.')
  const parents = labels.map((_, at) => labels.slice(at).join('.'))
  return (
    isIp === true ||
    isPrivate === true ||
    domain === null ||
    parents.some((each) => GENERAL_HOSTS.has(each))
  )
}

/**
 * Finds apps by the list of scripts that they make the shop load (`asyncLoad`). Skips the shop's
 * own files and hosts.
 */
function readScriptTags({ scan }: ParsedPage, ownHosts: Set<string>): AppTrace[] {
  const traces = new Map<string, AppTrace>()
  for (const { text } of scan.scripts) {
    if (!text.includes('asyncLoad')) continue
    for (const url of listOf(readAssigned(text, 'urls', '=')).slice(0, 200)) {
      const script = typeof url === 'string' ? scriptHostOf(url) : null
      if (!script || ownHosts.has(script.host)) continue
      const app = appOfHost(script.host)
      if (!app && (isPlatformScript(script.host) || isGeneralHost(script.host))) continue
      const handle = app?.handle ?? script.host
      const known = traces.get(handle)
      if (!known) {
        const path = `asyncLoad ${script.host}`
        traces.set(handle, {
          handle,
          name: app?.name ?? script.host,
          source: 'script_tag',
          path,
          isKnown: app !== null,
        })
      } else if (!known.path.includes(script.host)) known.path += `, ${script.host}`
    }
  }
  return [...traces.values()]
}

const appOf = (handle: string): AppName => entryOf(HANDLE_APPS, handle) ?? namedByHandle(handle)
