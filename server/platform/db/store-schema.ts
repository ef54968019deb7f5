import type { Generated } from 'kysely'
import type { FactLabel, FoundLabel, MailHostState } from '#contracts/catalog/facts.ts'
import type { SignalKind, SignalRole } from '#contracts/catalog/signals.ts'
import type { ChangeKind, ChangeStrength, StoreEventKind } from '#contracts/catalog/timeline.ts'
import type { RiskEvidence, RiskFlag } from '#contracts/catalog/risks.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { GeneratedJson, Json, MaybeTime, Time } from './column-types.ts'

export type Seen = { label: FactLabel; sourceUrl: string; path: string; observedAt: string }
/** One item of a list; `goneAt`: when a visit no longer found it on its page. */
export type StoredItem<Value> = Seen & { value: Value; goneAt?: string }

export type StoreFacts = {
  store_id: StoreId
  key: string
  value: Json<unknown>
  label: FactLabel
  source_url: string
  path: string
  observed_at: Time
  /** For a list: each item with its evidence, including items that are gone. */
  items: GeneratedJson<StoredItem<unknown>[] | null>
  /** When a visit no longer found it; the row keeps where it was last seen. */
  gone_at: MaybeTime
}

/** Another store is named by its number; then `sourceUrl` is a path at its domain. */
export type StoredRiskEvidence = Omit<RiskEvidence, 'store'> & { store: StoreId | null }
export type StoredRisk = Pick<RiskFlag, 'kind'> & { evidence: StoredRiskEvidence[] }

export type StoreTables = {
  ct_logs: {
    log_id: string
    description: string
    operator: string
    url: string
    next_index: number
    tree_size: number
    root_hash: string | null
    head_at: MaybeTime
    /** The last head that was proven to contain the ones before it; null = none yet. */
    proven_size: number | null
    proven_root: string | null
    proven_at: MaybeTime
    /** `ended` = the log list no longer names it for new certificates. */
    state: 'active' | 'quarantined' | 'ended'
    problem: string | null
    quarantined_at: MaybeTime
    retry_at: MaybeTime
    /** Entries that could not be read and were skipped. */
    unreadable_entries: Generated<number>
    entries_read: Generated<number>
    /** Names from its certificates that were looked up in DNS. */
    hosts_checked: Generated<number>
    updated_at: Time
    followed_at: MaybeTime
    /**
     * When its first catch-up was done; null = not yet. Entries from before it say nothing about
     * our speed.
     */
    live_since: MaybeTime
    /** The last time that the log answered. */
    checked_at: MaybeTime
    seen_size: number | null
  }
  candidates: {
    host: string
    stage: 'resolve' | 'visit'
    revealed_at: Time
    log_id: string
    attempts: Generated<number>
    due_at: MaybeTime
    claimed_until: MaybeTime
    outcome: string | null
    outcome_at: MaybeTime
    store_id: StoreId | null
    /** When a log revealed it, when it pointed at the platform, when we first asked it. */
    added_at: MaybeTime
    pointed_at: MaybeTime
    asked_at: MaybeTime
  }
  store_keys: { key: string; store_id: StoreId }
  /** Every address that a store has published, in lower case. */
  store_mails: { address: string; store_id: StoreId }
  store_facts: StoreFacts
  /** What DNS said of a mail domain, and when it is asked again. */
  mail_hosts: { domain: string; state: MailHostState; checked_at: MaybeTime; due_at: Time }
  store_signals: {
    store_id: StoreId
    kind: SignalKind
    at: Time
    label: FoundLabel
    source_url: string | null
    path: string | null
    observed_at: Time
    detail: Json<Record<string, number | string> | null>
    /** Tells the readings of one kind apart; empty where there is only one. */
    reading: Generated<string>
    role: Generated<SignalRole>
  }
  /** First traces of shops by their numbers, see `shop-number-pods.ts`. */
  pod_ids: { pod: number; shop_id: number; store_id: StoreId; trace_at: Time }
  domain_ages: {
    store_id: StoreId
    domain: string
    outcome: 'registered' | 'unknown' | 'unsupported' | 'gave_up' | null
    registered_at: MaybeTime
    attempts: Generated<number>
    /** Null when no query is left to make. */
    due_at: MaybeTime
    checked_at: MaybeTime
  }
  store_events: {
    store_id: StoreId
    id: Generated<number>
    kind: StoreEventKind
    at: Time
    subject: string | null
    before: string | null
    after: string | null
    strength: Generated<ChangeStrength>
    label: FactLabel | null
    source_url: string | null
    path: string | null
  }
  store_readings: { store_id: StoreId; pages: string[]; read_at: Time }
  /** YYYY-MM-DD; only the last 30 days. */
  store_change_days: { store_id: StoreId; kind: ChangeKind; day: string }
  /** What a store added or removed, or products that it began to list; only the last 30 days. */
  store_window_days: {
    store_id: StoreId
    kind: 'tech_added' | 'tech_removed' | 'product'
    /** The app's handle or the pixel's vendor, empty for products. */
    item: string
    label: string
    day: string
    amount: number
    /** Not yet taken out of the window of 7 days. */
    in_7d: boolean
  }
  store_assessments: { store_id: StoreId; flags: Json<StoredRisk[]>; assessed_at: Time }
  assessment_requests: { id: Generated<number>; store_id: StoreId }
  /** Validators for conditional requests: they show whether a page of the store changed. */
  page_validators: {
    store_id: StoreId
    url: string
    etag: string | null
    last_modified: string | null
  }
}
