import { dayOf } from '#contracts/dates.ts'
import type { LaunchVerdict } from '#discovery/launch/launch-verdict.ts'
import { contactAddress } from '#server/pipeline/store-facts.ts'
import type { StoreVisit } from '#server/pipeline/publish-stores.ts'

/** The store's row as this visit leaves it. */
export function storeRow(storeId: number, visit: StoreVisit, foundAt: Date, verdict: LaunchVerdict) {
  return {
    id: storeId,
    ...publicColumns(visit),
    ...launchColumns(verdict),
    found_at: foundAt,
    found_day: dayOf(foundAt),
  }
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** What a shop calls its domain counts only when that really led to it; else a page could take another shop's name. */
export function domainOf({
  snapshot,
  finalHost,
  visitedHost,
}: Pick<StoreVisit, 'snapshot' | 'finalHost' | 'visitedHost'>): string {
  const claimed = snapshot.domain?.value.toLowerCase()
  const ledHere =
    claimed !== undefined && [finalHost, visitedHost].some((host) => bare(host) === bare(claimed))
  return ledHere ? claimed : finalHost
}

function publicColumns(visit: StoreVisit) {
  const { snapshot } = visit
  const email = contactAddress(snapshot)
  const domain = domainOf(visit)
  return {
    slug: slugOf(snapshot.shop?.value ?? null, domain),
    shop: snapshot.shop?.value ?? null,
    shop_id: snapshot.shopId?.value ?? null,
    domain,
    name: snapshot.name?.value ?? domain,
    about: snapshot.about?.value ?? null,
    status:
      snapshot.status?.value === 'password_protected' ? ('PASSWORD_PROTECTED' as const) : ('OPEN' as const),
    country: snapshot.country?.value ?? null,
    currency: snapshot.currency?.value ?? null,
    language: snapshot.locale?.value ?? null,
    theme: snapshot.theme?.value ?? null,
    theme_name: snapshot.theme?.value.schemaName ?? snapshot.theme?.value.name ?? null,
    product_count: snapshot.productCount?.value ?? null,
    logo_url: snapshot.logo?.value ?? null,
    email: email?.value.address ?? null,
    email_kind: email?.value.kind ?? null,
    phone: snapshot.phones[0]?.value.e164 ?? snapshot.phones[0]?.value.text ?? null,
    apps: snapshot.apps.map((app) => app.value),
    pixels: snapshot.pixels.map((pixel) => pixel.value),
  }
}

/** The platform handle; an all-digit one gets a suffix (digits are ids in addresses), a store without one its domain. */
function slugOf(shop: string | null, domain: string): string {
  const handle = shop?.replace(/\.myshopify\.com$/i, '').toLowerCase()
  if (!handle) return domain
  return /^\d+$/.test(handle) ? `${handle}-shop` : handle
}

export const launchColumns = (verdict: LaunchVerdict) => ({
  launch_status: verdict.status,
  launch_day: verdict.launchDay,
  launch_confidence: verdict.confidence,
  launch_reason: verdict.reason,
  moved_here: verdict.moved !== null,
  moved_reason: verdict.moved,
})
