import type { ColumnKey } from '#contracts/exports.ts'
import { priceText } from '#server/features/products/price-text.ts'
import { type Column, day, list, moment, number, text, yesNo } from './cell.ts'
import type { ExportedStore } from './read-stores.ts'

type StoreColumn = Column<ExportedStore>

const price = (key: 'price_min_minor' | 'price_median_minor' | 'price_max_minor'): StoreColumn => {
  return ({ store }) => {
    // An amount without its currency means nothing, as in the list.
    const amount = store.currency === null ? null : priceText(store[key], store.currency)
    return number(amount === null ? null : Number(amount))
  }
}

export const percentOf = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

/** The cell of each column for a store; `read-stores.ts` reads the data. */
export const storeColumns: Record<ColumnKey<'stores'>, StoreColumn> = {
  name: ({ store }) => text(store.name),
  domain: ({ store }) => text(store.domain),
  url: ({ store }) => text(`https://${store.domain}`),
  id: ({ store }) => number(store.id),
  slug: ({ store }) => text(store.slug),
  page: ({ store, origin }) => text(`${origin}/store/${store.id}`),
  status: ({ store }) => text(store.status),
  about: ({ store }) => text(store.about),
  logoUrl: ({ store }) => text(store.logo_url),
  foundDay: ({ store }) => day(store.found_day),
  foundAt: ({ store }) => moment(store.found_at),
  visibleAt: ({ store }) => moment(store.visible_at),
  launchDate: ({ store }) => day(store.launch_day),
  launchConfidence: ({ store }) => text(store.launch_confidence),
  launchStatus: ({ store }) => text(store.launch_status),
  movedHere: ({ store }) => yesNo(store.moved_here),
  lastCheckedAt: ({ store }) => moment(store.last_checked_at),
  country: ({ store }) => text(store.country),
  region: ({ store }) => text(store.region),
  city: ({ store }) => text(store.city),
  language: ({ store }) => text(store.language),
  languages: ({ store }) => list(store.languages),
  currency: ({ store }) => text(store.currency),
  shipsTo: ({ store }) => list(store.ships_to),
  category: ({ store }) => text(store.category),
  productCount: ({ store }) => number(store.product_count),
  priceMin: price('price_min_minor'),
  priceMedian: price('price_median_minor'),
  priceMax: price('price_max_minor'),
  discountedPercent: ({ store }) => number(percentOf(store.discount_share)),
  hasTrending: ({ store }) => yesNo(store.last_trending_day !== null),
  theme: ({ store }) => text(store.theme_name),
  apps: ({ store }) => list(store.apps.map(({ name }) => name)),
  appCount: ({ store }) => number(store.apps.length),
  pixels: ({ store }) => list([...new Set(store.pixels.map(({ vendor }) => vendor))]),
  paymentBrands: ({ store }) => list(store.payment_brands),
  email: ({ store }) => text(store.email),
  emailKind: ({ store }) => text(store.email === null ? null : store.email_kind),
  emailState: ({ store }) => text(store.email === null ? null : store.email_state),
  emailSource: ({ store, facts }) => text(store.email === null ? null : facts.email?.source_url),
  emailSeenAt: ({ store, facts }) => moment(store.email === null ? null : facts.email?.observed_at),
  phone: ({ store }) => text(store.phone),
  phoneSource: ({ store, facts }) => text(store.phone === null ? null : facts.phone?.source_url),
  phoneSeenAt: ({ store, facts }) => moment(store.phone === null ? null : facts.phone?.observed_at),
  contactFormUrl: ({ store, facts }) =>
    text(
      store.has_contact_form && typeof facts.contactForm?.value === 'string' ? facts.contactForm.value : null,
    ),
  company: ({ store }) => text(store.company),
  socials: ({ store }) => list(store.socials),
  socialUrls: ({ facts }) => list(facts.socials?.items?.flatMap(urlOf) ?? []),
  policies: ({ store }) => list(store.policies),
}

function urlOf({ value, goneAt }: { value: unknown; goneAt?: string }): string[] {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : null
  return goneAt === undefined && typeof url === 'string' ? [url] : []
}
