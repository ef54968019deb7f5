import {
  EXTENSION_APPS,
  PLATFORM_EXTENSIONS,
  SCRIPT_HOSTS,
  APP_NAMES,
} from '#discovery/extract/apps/app-tables.ts'
import { appNameOf } from '#discovery/extract/apps/app-name.ts'
import { listOf } from '#discovery/extract/json-value.ts'
import { readAssigned } from '#discovery/extract/json-literal.ts'
import type { AppSource } from '#contracts/facts.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

/** One sign of an app on a page. `isKnown` = the name comes from a table or the platform, not from a project name or host. */
export type AppTrace = {
  handle: string
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

/** Finds apps by the addresses of their theme extensions: the developer's project name with a version. */
export function readExtensions({ html }: ReadPage): AppTrace[] {
  const traces = new Map<string, AppTrace>()
  for (const [, project = '', version] of html.matchAll(EXTENSION)) {
    if (PLATFORM_EXTENSIONS.has(project) || traces.has(project) || traces.size >= 100) continue
    const app = EXTENSION_APPS[project]
    const name = app?.name ?? (UNNAMED.test(project) ? 'Unnamed app' : appNameOf(project))
    traces.set(project, {
      handle: app?.handle ?? project,
      name,
      source: 'extension',
      path: `extension ${project}-${version}`,
      isKnown: app !== undefined || APP_NAMES[project] !== undefined,
    })
  }
  return [...traces.values()]
}

/** Host that a script really comes from: the platform proxies some scripts, and saved copies put a file name before `//`. */
function scriptHostOf(url: string): { host: string; path: string } | null {
  const [, host = '', path = ''] = /\/\/([^/?#]+)([^?#]*)/.exec(url) ?? []
  const proxied = host === 'cdn.shopify.com' ? /^\/proxy\/[0-9a-f]+\/([^/]+)(.*)$/.exec(path) : null
  const real = (proxied?.[1] ?? host).toLowerCase()
  return /^[a-z0-9.-]+\.[a-z]{2,}$/.test(real) ? { host: real, path: proxied?.[2] ?? path } : null
}

function appOfHost(host: string): { handle: string; name: string } | null {
  const labels = host.split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const app = SCRIPT_HOSTS[labels.slice(from).join('.')]
    if (app) return app
  }
  return null
}

const isPlatformScript = (host: string): boolean =>
  host === 'cdn.shopify.com' || host.endsWith('.shopifyapps.com') || host === 'shopify.com'

/** Finds apps by the list of scripts that they make the shop load (`asyncLoad`). Skips the shop's own files and hosts. */
export function readScriptTags({ scan }: ReadPage, ownHosts: Set<string>): AppTrace[] {
  const traces = new Map<string, AppTrace>()
  for (const { text } of scan.scripts) {
    if (!text.includes('asyncLoad')) continue
    for (const url of listOf(readAssigned(text, 'urls', '=')).slice(0, 200)) {
      const script = typeof url === 'string' ? scriptHostOf(url) : null
      if (!script || isPlatformScript(script.host) || ownHosts.has(script.host)) continue
      const app = appOfHost(script.host)
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
