import type { Selectable, SelectExpression } from 'kysely'
import * as z from 'zod/mini'
import { dayStart } from '#contracts/dates.ts'
import type { Evidence } from '#contracts/catalog/facts.ts'
import {
  FACTS,
  FactKey,
  type FactFields,
  factFields,
  FIELD_KEYS,
} from '#contracts/catalog/fact-table.ts'
import type { StatusSpan, StoreDetails, StoreStatus } from '#contracts/catalog/stores.ts'
import { STORE_CHANGES, type StoreChange, StoreEventKind } from '#contracts/catalog/timeline.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { mailDomainOf } from '#server/platform/db/store-columns.ts'
import { currentItems, currentValue, type StoredFacts } from '#server/platform/db/stored-facts.ts'
import type { StoredItem } from '#server/platform/db/store-schema.ts'
import { mailStateOf } from '#server/catalog/bounces/mail-state.ts'
import type { OwnMarks } from './own-marks.ts'
import { dateColumns, presentDates } from './store-summary.ts'

export const detailColumns = [
  'id',
  'slug',
  'name',
  'shop',
  'shop_id',
  'domain',
  'about',
  'email',
  'phone',
  'status',
  'country',
  'currency',
  'language',
  'product_count',
  'theme',
  'logo_url',
  'screenshot_at',
  ...dateColumns,
  'last_checked_at',
  'launch_reason',
  'moved_reason',
] as const satisfies SelectExpression<Database, 'stores'>[]

type StoreRow = Pick<Selectable<Database['stores']>, (typeof detailColumns)[number]>
type SignalRow = Pick<Selectable<Database['store_signals']>, 'kind' | 'at' | 'role'> & Seen

type Seen = {
  label: Evidence['label']
  sourceUrl: string | null
  path: string | null
  observedAt: string | Date
}

type Parts = {
  store: StoreRow
  /** Seen within the retention time of facts. */
  facts: StoredFacts
  mailHosts: MailRow[]
  /** Addresses that count as bounced for everybody, in lower case. */
  bounced: readonly string[]
  signals: SignalRow[]
  /** The oldest first. */
  statusEvents: StatusEvent[]
  /** On our own server; the row has the shop's address. */
  logoUrl: string | null
  screenshotUrl: string | null
  /** Of the account. */
  marks: OwnMarks | undefined
  /** The plan's daily contacts are used up. */
  isLimited: boolean
}

export const presentDetails = ({
  store,
  facts,
  mailHosts,
  bounced,
  signals,
  statusEvents,
  logoUrl,
  screenshotUrl,
  marks,
  isLimited,
}: Parts): StoreDetails => ({
  id: store.id,
  slug: store.slug,
  name: store.name,
  ...presentShop(store),
  ...presentFacts(facts, { mailHosts, bounced, marks }),
  contactsLimited: isLimited,
  ...(isLimited && WITHOUT_CONTACTS),
  images: [...presentImage('logo', logoUrl), ...presentImage('homepage_screenshot', screenshotUrl)],
  ...presentDates(store),
  lastCheckedAt: store.last_checked_at.toISOString(),
  launchReason: store.launch_reason,
  movedReason: store.moved_reason,
  evidence: presentEvidenceByFact(facts),
  signals: signals.map((signal) => ({
    kind: signal.kind,
    at: signal.at.toISOString(),
    role: signal.role,
    evidence: evidenceOf(signal),
  })),
  statusSpans: statusSpansOf({
    since: store.visible_at,
    startedProtected: firstSeenProtected(signals),
    events: statusEvents,
    status: store.status,
  }),
  isSaved: marks?.tags !== undefined,
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

/** A fact that is gone shows where it was last seen. */
const presentEvidenceByFact = (facts: StoredFacts): StoreDetails['evidence'] =>
  Object.fromEntries(FactKey.options.map((key) => [key, presentFactEvidence(facts[key])]))

function presentFactEvidence(fact: StoredFacts[FactKey]): Evidence {
  if (!fact) return UNAVAILABLE
  const { goneAt } = fact
  return goneAt === null ? evidenceOf(fact) : { ...evidenceOf(fact), label: 'unavailable', goneAt }
}

type MailRow = Pick<Selectable<Database['mail_hosts']>, 'domain' | 'state' | 'checked_at'>

const evidenceOf = ({ label, sourceUrl, path, observedAt }: Seen): Evidence => ({
  label,
  sourceUrl,
  path,
  observedAt: new Date(observedAt).toISOString(),
})

/** A state counts only together with its check. */
type MailParts = Pick<Parts, 'mailHosts' | 'bounced' | 'marks'>

function presentEmails(
  { emails }: StoredFacts,
  { mailHosts, bounced, marks }: MailParts,
): StoreDetails['emails'] {
  return currentItems(emails).map((item) => {
    const { address, kind, provider } = item.value
    const own = marks?.verdicts.get(address.toLowerCase())
    const host = mailHosts.find(({ domain }) => domain === mailDomainOf(address))
    return {
      address,
      kind,
      provider,
      mailState: mailStateOf(host?.checked_at ? host.state : 'unknown', {
        isBounced: bounced.includes(address.toLowerCase()),
        own,
      }),
      isOwnState: own !== undefined,
      mailCheckedAt: host?.checked_at?.toISOString() ?? null,
      evidence: evidenceOf(item),
    }
  })
}

/** The fields that follow from the facts, each item with its evidence. */
function presentFacts(facts: StoredFacts, mails: MailParts): ShownFacts {
  const fields = FIELD_KEYS.map((key) => [FACTS[key].field, presentFact(facts, key)])
  // Safe: values by the schema of their fact, in the form that `factFields` gives its field.
  const shown = Object.fromEntries(fields) as ShownFacts
  return { ...shown, emails: presentEmails(facts, mails) }
}

type ShownFacts = Pick<StoreDetails, keyof FactFields>

function presentFact(facts: StoredFacts, key: (typeof FIELD_KEYS)[number]): unknown {
  const fact = facts[key]
  if (fact && 'items' in fact) return currentItems<unknown>(fact).map(presentItem(key))
  const isList = factFields[FACTS[key].field] instanceof z.ZodMiniArray
  return currentValue<unknown>(fact) ?? (isList ? [] : null)
}

/** A text gets the name that its fact gives it. */
const presentItem =
  (key: keyof typeof FACTS) =>
  (item: StoredItem<unknown>): unknown => {
    const rule = FACTS[key]
    const value = 'textAs' in rule ? { [rule.textAs]: item.value } : item.value
    return Object.assign({}, value, { evidence: evidenceOf(item) })
  }

type StatusEvent = { kind: StoreEventKind; at: Date }

/** Other events change none. */
function statusAfter(kind: StoreEventKind): StoreStatus | undefined {
  const change: StoreChange = STORE_CHANGES[kind]
  return change.status
}

export const STATUS_EVENTS = StoreEventKind.options.filter((kind) => statusAfter(kind))

type Life = {
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
    const next = statusAfter(kind)
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
