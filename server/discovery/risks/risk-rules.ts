import { DAY_MS, dayOf } from '#contracts/dates.ts'
import { adNetworksOf } from '#contracts/catalog/ad-networks.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { StoredRisk, StoredRiskEvidence } from '#server/platform/db/store-schema.ts'

type Place = { sourceUrl: string | null; path: string | null; observedAt: Date }

/** What the rules look at; null or empty where nothing is known. */
export type RiskFacts = {
  foundAt: Date
  isOpen: boolean
  /** The reading of the open shop's home page that found its links; null before the first one. */
  home: Place | null
  policies: readonly string[]
  texts: readonly ({ text: string } & Place)[]
  /** The earlier store that shares most of its products; null if none can share enough of them. */
  mostAlike: { store: StoreId; shared: number; products: number; observedAt: Date } | null
  domainRegistered: ({ at: Date } & Place) | null
  /** Vendors of its pixels, with the place of the first. */
  pixels: readonly ({ vendor: string } & Place)[]
  /** Closed stores with the same address or number. */
  closed: readonly { store: StoreId; launchDay: string | null; closedAt: Date }[]
}

/** Unknown facts never raise one. */
export const findRisks = (facts: RiskFacts): StoredRisk[] => [
  ...noPolicies(facts),
  ...placeholderText(facts),
  ...copiedCatalogue(facts),
  ...youngDomainAdvertising(facts),
  ...sameContactClosed(facts),
]

const evidenceAt = (place: Place, more: Partial<StoredRiskEvidence> = {}): StoredRiskEvidence => ({
  detail: null,
  count: null,
  of: null,
  store: null,
  sourceUrl: place.sourceUrl,
  path: place.path,
  observedAt: place.observedAt.toISOString(),
  ...more,
})

const flag = (kind: StoredRisk['kind'], evidence: StoredRiskEvidence[]): StoredRisk[] =>
  evidence.length > 0 ? [{ kind, evidence }] : []

const noPolicies = ({ isOpen, home, policies }: RiskFacts): StoredRisk[] =>
  isOpen && home && policies.length === 0 ? flag('no_policies', [evidenceAt(home)]) : []

/** Filler, and sentences of the platform's own templates that merchants are meant to replace. */
const PLACEHOLDERS = [
  /lorem ipsum dolor/i,
  /\bexample product title\b/i,
  /\byour product['’]s name\b/i,
  /\btalk about your brand\b/i,
  /\bshare (?:information|your brand['’]s story|announcements) (?:about your brand )?with your customers\b/i,
  /\bpair text with an image to focus on your chosen product\b/i,
  /\buse this text to share information about your (?:brand|product)/i,
  /\bdescribe a product, (?:make announcements|share announcements)/i,
]
const MAX_EVIDENCE = 3
const LETTERS_AROUND = 80

const placeholderText = ({ texts }: RiskFacts): StoredRisk[] =>
  flag(
    'placeholder_text',
    texts
      .flatMap((place) => {
        const detail = placeholderIn(place.text)
        return detail === null ? [] : [evidenceAt(place, { detail })]
      })
      .slice(0, MAX_EVIDENCE),
  )

/**
 * For the database, which finds the texts that are worth sending; capitalisation does not matter.
 * Without the ends of words, which take three times as long: each text is read again here.
 */
export const PLACEHOLDER_PATTERN = PLACEHOLDERS.map(({ source }) =>
  source.replaceAll(String.raw`\b`, ''),
).join('|')

/** The placeholder with the words after it; null without one. */
export function placeholderIn(text: string): string | null {
  const at = PLACEHOLDERS.map((pattern) => text.search(pattern)).find((index) => index >= 0)
  return at === undefined ? null : text.slice(at, at + LETTERS_AROUND).trim()
}

/** Fewer products may be the same by chance. */
export const MIN_ALIKE_PRODUCTS = 8
export const COPIED_SHARE = 0.8

function copiedCatalogue({ mostAlike }: RiskFacts): StoredRisk[] {
  if (!mostAlike || mostAlike.products < MIN_ALIKE_PRODUCTS) return []
  const { store, shared, products, observedAt } = mostAlike
  if (shared < products * COPIED_SHARE) return []
  const place = { sourceUrl: '/products.json', path: 'products', observedAt }
  return flag('copied_catalogue', [evidenceAt(place, { count: shared, of: products, store })])
}

const YOUNG_DOMAIN_DAYS = 30
const MIN_AD_NETWORKS = 3
function youngDomainAdvertising({ foundAt, domainRegistered, pixels }: RiskFacts): StoredRisk[] {
  if (!domainRegistered) return []
  const ageDays = (foundAt.getTime() - domainRegistered.at.getTime()) / DAY_MS
  const names = adNetworksOf(pixels.map(({ vendor }) => vendor))
  const first = pixels.find((pixel) => adNetworksOf([pixel.vendor]).length > 0)
  if (ageDays > YOUNG_DOMAIN_DAYS || names.length < MIN_AD_NETWORKS || !first) return []
  return flag('young_domain_advertising', [
    evidenceAt(domainRegistered, { detail: dayOf(domainRegistered.at) }),
    evidenceAt(first, { detail: names.join(', ') }),
  ])
}

const CLOSED_SOON_DAYS = 90

const sameContactClosed = ({ closed }: RiskFacts): StoredRisk[] =>
  flag(
    'same_contact_closed',
    closed
      .filter(({ launchDay, closedAt }) => {
        if (launchDay === null) return false
        return closedAt.getTime() - Date.parse(launchDay) <= CLOSED_SOON_DAYS * DAY_MS
      })
      .slice(0, MAX_EVIDENCE)
      .map(({ store, closedAt }) =>
        evidenceAt(
          { sourceUrl: '/', path: null, observedAt: closedAt },
          { store, detail: dayOf(closedAt) },
        ),
      ),
  )
