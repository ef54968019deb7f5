import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { dayStart } from '#contracts/dates.ts'
import {
  AppSource,
  Category,
  CategoryConfidence,
  type Evidence,
  StoreAddress,
  StoreApp,
  StoreEmail,
  StoreHours,
  StoreLanguage,
  StoreMarket,
  StorePaymentBrand,
  StorePhone,
  StorePixel,
  StorePolicy,
  StoreRating,
  StoreRegistration,
  StoreSocial,
} from '#contracts/stores/facts.ts'
import {
  FactKey,
  type StoreDetails,
  type StatusSpan,
  type StoreStatus,
} from '#contracts/stores/stores.ts'
import type { StoreEventKind } from '#contracts/stores/timeline.ts'
import type { Database } from '#server/platform/db/schema.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'

type StoreRow = Selectable<Database['stores']>
type SignalRow = Pick<
  Selectable<Database['store_signals']>,
  'kind' | 'at' | 'role' | keyof EvidenceColumns
>
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
  /** The oldest first. */
  statusEvents: { kind: StoreEventKind; at: Date }[]
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
  statusEvents,
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
  statusSpans: statusSpansOf({
    since: store.visible_at,
    startedProtected: firstSeenProtected(signals),
    events: statusEvents,
    status: store.status,
  }),
  isSaved,
})

/** Signals come in the order of their times. */
const firstSeenProtected = (signals: readonly SignalRow[]): boolean =>
  signals.find(({ kind }) => kind === 'first_seen' || kind === 'first_seen_protected')?.kind ===
  'first_seen_protected'

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
  openedAt: store.opened_at?.toISOString() ?? null,
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

/**
 * Our addresses are signed, wherever the file is: a bucket's address would show its host who looks
 * at which store, and would expire in caches.
 */
const presentImage = (
  imageType: StoreDetails['images'][number]['imageType'],
  url: string | null,
): StoreDetails['images'] =>
  url === null ? [] : [{ imageType, imageUrl: url, signedUrl: url, imageData: null }]

const UNAVAILABLE: Evidence = {
  label: 'unavailable',
  sourceUrl: null,
  path: null,
  observedAt: null,
}

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

type FactRow = Omit<Selectable<Database['store_facts']>, 'store_id'>
type MailRow = Pick<Selectable<Database['mail_hosts']>, 'domain' | 'state' | 'checked_at'>

const evidenceOf = ({ label, sourceUrl, path, observedAt }: StoredItem): Evidence => ({
  label,
  sourceUrl,
  path,
  observedAt: new Date(observedAt).toISOString(),
})

/** Current items; items of a shape that this version does not know are left out. */
function currentItems<Item>(
  facts: FactRow[],
  key: string,
  schema: z.ZodMiniType<Item>,
  toItem: (value: unknown) => unknown = (value) => value,
): Item[] {
  const items = facts.find((fact) => fact.key === key)?.items ?? []
  return items.flatMap((item) => {
    if (item.goneAt !== undefined) return []
    const parsed = schema.safeParse({ ...recordOf(toItem(item.value)), evidence: evidenceOf(item) })
    return parsed.success ? [parsed.data] : []
  })
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function currentValue<Value>(
  facts: FactRow[],
  key: string,
  schema: z.ZodMiniType<Value>,
): Value | null {
  const fact = facts.find((each) => each.key === key)
  if (!fact || fact.gone_at) return null
  const parsed = schema.safeParse(fact.value)
  return parsed.success ? parsed.data : null
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Mail domains of the store's addresses. */
export const mailDomainsOf = (facts: FactRow[]): string[] => [
  ...new Set(
    currentItems(facts, 'emails', z.object({ address: z.string() })).map(({ address }) =>
      domainOf(address),
    ),
  ),
]

/** A state counts only together with its check. */
function withMailState(value: unknown, hosts: MailRow[]) {
  const email = recordOf(value)
  const host = hosts.find(({ domain }) => domain === domainOf(String(email['address'] ?? '')))
  const checkedAt = host?.checked_at ?? null
  return {
    ...email,
    mailState: checkedAt ? host?.state : 'unknown',
    mailCheckedAt: checkedAt?.toISOString() ?? null,
  }
}

/** Rows of an early version lack the full sources and the evidence for each. */
const appsWithoutEvidence = (store: StoreRow): StoreApp[] =>
  store.apps.map((app) => ({
    ...app,
    sources: z.array(AppSource).safeParse(app.sources ?? [app.source]).data ?? [],
    evidence: null,
  }))

const pixelsWithoutEvidence = (store: StoreRow): StorePixel[] =>
  store.pixels.map((pixel) => ({ ...pixel, evidence: null }))

/** Further facts about the company and its terms. */
const presentTerms = (facts: FactRow[]) => ({
  furtherAddresses: currentItems(facts, 'furtherAddresses', StoreAddress, (text) => ({ text })),
  registrations: currentItems(facts, 'registrations', StoreRegistration),
  markets: currentValue(facts, 'markets', z.array(StoreMarket)) ?? [],
  freeShippingFrom: currentValue(facts, 'freeShipping', z.string()),
  payLater: currentItems(facts, 'payLater', StorePaymentBrand),
  rating: currentValue(facts, 'rating', StoreRating),
  openingHours: currentValue(facts, 'openingHours', z.array(StoreHours)) ?? [],
})

/** Published facts beyond the fields that the specification names, each item with its evidence. */
function presentFacts(store: StoreRow, facts: FactRow[], mailHosts: MailRow[]) {
  const apps = currentItems(facts, 'apps', StoreApp)
  const pixels = currentItems(facts, 'pixels', StorePixel)
  const text = (key: string) => currentValue(facts, key, z.string())
  return {
    shopifyApps: apps.length > 0 ? apps : appsWithoutEvidence(store),
    storePixels: pixels.length > 0 ? pixels : pixelsWithoutEvidence(store),
    city: text('city'),
    region: text('region'),
    shipsTo: currentValue(facts, 'shipsTo', z.array(z.string())) ?? [],
    languages: currentItems(facts, 'languages', StoreLanguage, (code) => ({ code })),
    aboutLanguage: text('aboutLanguage'),
    category: currentValue(
      facts,
      'category',
      z.object({ id: Category, confidence: CategoryConfidence }),
    ),
    emails: currentItems(facts, 'emails', StoreEmail, (value) => withMailState(value, mailHosts)),
    phones: currentItems(facts, 'phones', StorePhone),
    contactFormUrl: text('contactForm'),
    socials: currentItems(facts, 'socials', StoreSocial),
    policies: currentItems(facts, 'policies', StorePolicy),
    paymentBrands: currentItems(facts, 'paymentBrands', StorePaymentBrand),
    companyName: text('company'),
    responsiblePerson: text('responsible'),
    companyAddress: text('address'),
    ...presentTerms(facts),
  }
}

type StatusEvent = { kind: StoreEventKind; at: Date }

/** The status that a store has after an event; other events change none. */
const STATUS_AFTER: Partial<Record<StoreEventKind, StoreStatus>> = {
  opened: 'OPEN',
  protected: 'PASSWORD_PROTECTED',
  closed: 'CLOSED',
  reopened: 'OPEN',
}

type Life = {
  /** First visit. */
  since: Date
  /** Whether that visit met a password page. */
  startedProtected: boolean
  /** The oldest first. */
  events: readonly StatusEvent[]
  status: StoreStatus
}

/**
 * The status of a store from our first visit on, without gaps; the last span has no end. Each
 * change is dated by the visit that saw it. The last status is the one that the store has now, even
 * where its event is missing.
 */
export function statusSpansOf({ since, startedProtected, events, status }: Life): StatusSpan[] {
  const spans: { status: StoreStatus; from: Date }[] = [
    { status: startedProtected ? 'PASSWORD_PROTECTED' : 'OPEN', from: since },
  ]
  for (const { kind, at } of events) {
    const next = STATUS_AFTER[kind]
    const last = spans.at(-1)
    if (next === undefined || next === last?.status) continue
    // A change seen by the first visit leaves no earlier span.
    if (last && at <= last.from) last.status = next
    else spans.push({ status: next, from: at })
  }
  const last = spans.at(-1)
  if (last && spans.length === 1) last.status = status
  return spans.map(({ status: each, from }, at) => ({
    status: each,
    from: from.toISOString(),
    to: spans[at + 1]?.from.toISOString() ?? null,
  }))
}
