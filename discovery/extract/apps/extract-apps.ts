import { readExtensions, readScriptTags, type AppTrace } from '#discovery/extract/apps/app-traces.ts'
import { PIXEL_APPS } from '#discovery/extract/apps/app-tables.ts'
import { appNameOf } from '#discovery/extract/apps/app-name.ts'
import { factOf } from '#discovery/extract/fact.ts'
import { readWebPixels } from '#discovery/extract/pixels/web-pixels.ts'
import type { App, Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

const MAX_APPS = 100

function readBlocks(page: ReadPage): AppTrace[] {
  return page.scan.appBlocks.map(({ handle, block }) => ({
    handle,
    name: appNameOf(handle),
    source: 'app_block',
    path: `app block ${handle}/${block}`,
    isKnown: true,
  }))
}

function readPixelApps(page: ReadPage): AppTrace[] {
  return readWebPixels(page.scan).flatMap(({ clientId, isLikely }) => {
    const app = clientId === null ? undefined : PIXEL_APPS[clientId]
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

const GENERIC_WORDS = new Set([
  'shopify',
  'app',
  'apps',
  'theme',
  'extension',
  'extensions',
  'ext',
  'prod',
  'production',
  'embed',
  'widget',
  'block',
])

const coreWords = (handle: string): string[] =>
  handle.split(/[-_]+/).filter((word) => word !== '' && !GENERIC_WORDS.has(word))

/** The detected app that a project belongs to: `growi` for `growi-creator-management`. */
function ownerOf(handle: string, found: Map<string, Fact<App>>): string {
  const words = coreWords(handle)
  if (found.has(handle) || words.length === 0) return handle
  for (const [candidate, { value }] of found) {
    if (value.source !== 'app_block') continue
    const start = candidate.split('-').slice(0, words.length).join('-')
    if (start === words.join('-') && words.join('').length >= 4) return candidate
  }
  return handle
}

/**
 * Finds apps in four places, in order of certainty: announced blocks, addresses of extensions, scripts that apps added, and web pixels. An
 * app found in several places appears once, under its most certain source; the evidence names the others.
 */
export function extractApps(pages: ReadPage[], ownHosts: Set<string>): Fact<App>[] {
  const found = new Map<string, Fact<App>>()
  const readers = [
    readBlocks,
    readExtensions,
    (page: ReadPage) => readScriptTags(page, ownHosts),
    readPixelApps,
  ]
  for (const read of readers) {
    for (const page of pages) {
      for (const { handle, name, source, path, isKnown } of read(page)) {
        const key = ownerOf(handle, found)
        const known = found.get(key)
        if (!known && found.size < MAX_APPS) {
          found.set(
            key,
            factOf(
              { handle: key, name, source, sources: [source] },
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
