import { factOf } from '#discovery/extract/fact.ts'
import { readMarkupPixels } from '#discovery/extract/pixels/markup-pixels.ts'
import { readWebPixels } from '#discovery/extract/pixels/web-pixels.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import type { ReadPage } from '#discovery/extract/visit.ts'

type Pixel = { vendor: string; id: string | null }

/**
 * Tracking pixels of the shop: those of the platform's pixel manager, then those that the markup loads under an id unknown to the manager.
 * Custom pixels run in a sandbox that hides them, so they are only counted, each under the platform's number.
 */
export function extractPixels(pages: ReadPage[]): Fact<Pixel>[] {
  const found = new Map<string, Fact<Pixel>>()
  const knownIds = new Set<string>()
  for (const { page, scan } of pages) {
    for (const { vendor, ids, clientId, isLikely, isCustom } of readWebPixels(scan)) {
      const path = isCustom ? 'webPixelsConfigList CUSTOM' : `webPixelsConfigList apiClientId ${clientId}`
      for (const id of ids.length > 0 ? ids : [null]) {
        const key = `${vendor}\n${id}`
        if (!found.has(key))
          found.set(key, factOf({ vendor, id }, isLikely ? 'inferred' : 'observed', page, path))
        if (id) knownIds.add(id)
      }
    }
  }
  for (const { page, scan } of pages) {
    for (const { vendor, id, path } of readMarkupPixels(scan)) {
      if (knownIds.has(id)) continue
      knownIds.add(id)
      found.set(`${vendor}\n${id}`, factOf({ vendor, id }, 'detected', page, path))
    }
  }
  return [...found.values()]
}
