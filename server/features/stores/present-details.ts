import type { Selectable } from 'kysely'
import { dayStart } from '#contracts/dates.ts'
import type { Evidence } from '#contracts/facts.ts'
import { FactKey, type StoreDetails } from '#contracts/stores.ts'
import { presentFacts, type FactRow, type MailRow } from './present-facts.ts'
import type { Database } from '#server/db/schema.ts'

type StoreRow = Selectable<Database['stores']>
type SignalRow = Pick<Selectable<Database['store_signals']>, 'kind' | 'at' | 'role' | keyof EvidenceColumns>
type EvidenceColumns = Pick<
  Selectable<Database['store_signals']>,
  'label' | 'source_url' | 'path' | 'observed_at'
>

type Parts = {
  store: StoreRow
  /** Seen within the retention time of facts. */
  facts: FactRow[]
  mailHosts: MailRow[]
  signals: SignalRow[]
  /** On our own server; the row has the shop's address. */
  logoUrl: string | null
  screenshotUrl: string | null
  isSaved: boolean
  /** The plan's daily contacts are used up. */
  isLimited: boolean
}

export const presentDetails = ({
  store,
  facts,
  mailHosts,
  signals,
  logoUrl,
  screenshotUrl,
  isSaved,
  isLimited,
}: Parts): StoreDetails => ({
  id: store.id,
  slug: store.slug,
  name: store.name,
  ...presentShop(store),
  ...presentFacts(store, facts, mailHosts),
  contactsLimited: isLimited,
  ...(isLimited && WITHOUT_CONTACTS),
  images: [...presentImage('logo', logoUrl), ...presentImage('homepage_screenshot', screenshotUrl)],
  ...presentLaunch(store),
  evidence: presentEvidenceByFact(facts),
  signals: signals.map((signal) => ({
    kind: signal.kind,
    at: signal.at.toISOString(),
    role: signal.role,
    evidence: presentEvidence(signal),
  })),
  isSaved,
})

const WITHOUT_CONTACTS = { shopifyEmail: null, shopifyPhone: null, emails: [], phones: [] }

/** The fields whose names the specification gives. */
const presentShop = (store: StoreRow) => ({
  shopifyShop: store.shop,
  shopifyShopId: store.shop_id,
  shopifyWebsiteDomain: store.domain,
  aboutStore: store.about,
  shopifyEmail: store.email,
  shopifyPhone: store.phone,
  status: store.status,
  shopifyCountry: store.country,
  shopifyCurrency: store.currency,
  shopifyLang: store.language,
  shopifyShopCreatedDate: store.launch_day === null ? null : dateParts(dayStart(store.launch_day)),
  productCount: store.product_count,
  shopifyTheme: store.theme ? JSON.stringify(store.theme) : null,
})

const presentLaunch = (store: StoreRow) => ({
  foundDay: store.found_day,
  foundAt: store.found_at.toISOString(),
  visibleAt: store.visible_at.toISOString(),
  lastCheckedAt: store.last_checked_at.toISOString(),
  launchStatus: store.launch_status,
  launchDate: store.launch_day,
  launchConfidence: store.launch_confidence,
  launchReason: store.launch_reason,
  movedHere: store.moved_here,
  movedReason: store.moved_reason,
})

const dateParts = (date: Date): number[] => [
  date.getUTCFullYear(),
  date.getUTCMonth() + 1,
  date.getUTCDate(),
  date.getUTCHours(),
  date.getUTCMinutes(),
  date.getUTCSeconds(),
]

const presentImage = (
  imageType: StoreDetails['images'][number]['imageType'],
  imageUrl: string | null,
): StoreDetails['images'] =>
  imageUrl === null ? [] : [{ imageType, imageUrl, signedUrl: null, imageData: null }]

const UNAVAILABLE: Evidence = { label: 'unavailable', sourceUrl: null, path: null, observedAt: null }

/** For every key that this version knows; a fact that is gone shows where it was last seen. */
function presentEvidenceByFact(facts: FactRow[]): StoreDetails['evidence'] {
  const byKey = new Map(facts.map((fact) => [fact.key, fact]))
  const evidence: StoreDetails['evidence'] = {}
  for (const key of FactKey.options) {
    const fact = byKey.get(key)
    evidence[key] = fact ? presentFactEvidence(fact) : UNAVAILABLE
  }
  return evidence
}

const presentFactEvidence = (fact: FactRow): Evidence =>
  fact.gone_at
    ? { ...presentEvidence(fact), label: 'unavailable', goneAt: fact.gone_at.toISOString() }
    : presentEvidence(fact)

const presentEvidence = (row: EvidenceColumns): Evidence => ({
  label: row.label,
  sourceUrl: row.source_url,
  path: row.path,
  observedAt: row.observed_at.toISOString(),
})
