import type { MaskedStore, OpenStore } from '#contracts/site/highlights.ts'
import { type CatalogRequest, presentSummary, type SummaryRow } from '#server/catalog/api.ts'

/** Each field by name: a contact must not appear here because a summary gained a field. */
export function presentOpenStore(
  row: SummaryRow,
  { pictureAddresses: pictures }: Pick<CatalogRequest, 'pictureAddresses'>,
): OpenStore {
  const store = presentSummary(row, { pictures, isSaved: false, isLimited: true })
  return {
    ...maskStore(store),
    name: store.name,
    domain: store.domain,
    themeName: store.themeName,
    apps: store.apps,
    pixels: store.pixels,
    hasEmail: store.hasEmail,
    emailKind: store.emailKind,
    emailState: store.emailState,
    hasPhone: store.hasPhone,
    hasContactForm: store.hasContactForm,
    foundDay: store.foundDay,
    visibleAt: store.visibleAt,
    launchDate: store.launchDate,
    launchConfidence: store.launchConfidence,
    logoUrl: store.logoUrl,
  }
}

export const maskStore = (store: MaskedStore): MaskedStore => ({
  status: store.status,
  country: store.country,
  category: store.category,
  currency: store.currency,
  price: store.price,
  productCount: store.productCount,
  foundAt: store.foundAt,
})
