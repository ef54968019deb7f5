import type { ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import { deriveLaunch } from '#discovery/launch/derive-launch.ts'

/**
 * The printed object. Facts keep the shape `{value, label, evidence}`; the launch verdict uses
 * `now` as the day found.
 */
export function toReport({ snapshot, products }: ExtractedVisit, now: Date) {
  return {
    ...snapshot,
    launch: snapshot.isStore ? deriveLaunch(snapshot.signals, now) : null,
    products: products.map(({ bodyHtml, ...product }) => ({
      ...product,
      descriptionChars: bodyHtml?.length ?? 0,
    })),
  }
}
