import type { Kysely, Transaction } from 'kysely'
import type {
  AccountTokens,
  ApiKeys,
  AuditEvents,
  DeliveryLog,
  Identities,
  Operators,
  SecondFactors,
  OutgoingMails,
  Sessions,
  UsedNonces,
  UserPhotos,
  Users,
} from './account-schema.ts'
import type {
  BillingAgreements,
  BillingCustomers,
  BillingEvents,
  BillingInvoices,
  BillingSubscriptions,
} from './billing-schema.ts'
import type { Json, Time } from './column-types.ts'
import type {
  AccuracyChecks,
  AccuracyRuns,
  BackupRuns,
  FeatureSwitches,
  StoreLags,
  Tallies,
  TallySlots,
} from './operations-schema.ts'
import type {
  CatalogueWalks,
  ProductChanges,
  ProductChangeDays,
  MergedClusters,
  ProductClusters,
  ProductMatchKeys,
  ProductPlaces,
  ProductTrends,
  Products,
  TrendDays,
  TrendInvalidations,
  TrendQueue,
  TrendScores,
} from './product-schema.ts'
import type {
  Articles,
  ArticleViews,
  ContactMessages,
  NewsletterSubscriptions,
  OptOutRequests,
  OptOuts,
} from './site-schema.ts'
import type { Stores } from './store-columns.ts'
import type {
  Candidates,
  CtLogs,
  DomainAges,
  MailHosts,
  PageValidators,
  PodIds,
  AssessmentRequests,
  StoreAssessments,
  StoreChangeDays,
  StoreEvents,
  StoreFacts,
  StoreKeys,
  StoreMails,
  StoreReadings,
  StoreSignals,
  StoreWindowDays,
} from './store-schema.ts'
import type {
  BriefFeeds,
  BriefItems,
  Briefs,
  BriefSettingsRow,
  BulkUndoRows,
  BulkUndos,
  Digests,
  ExportedStores,
  ExportTickets,
  Feeds,
  BouncedContacts,
  ContactBounces,
  ContactUsage,
  ExclusionUploads,
  Exclusions,
  ExportUsage,
  Follows,
  HiddenStores,
  Lists,
  ErasedLeads,
  ListStores,
  StageMoves,
  Stages,
  Templates,
  MarkRevisions,
  ShownContacts,
  ListViews,
  SavedProducts,
  SavedSearches,
  SavedSearchHits,
  SavedStores,
  ChangeFeed,
  ChangeFeedState,
  ChangeFollowers,
  ChangeOutbox,
  WebhookDeliveries,
  Webhooks,
} from './workspace-schema.ts'

type Leases = { name: string; holder: string; until: Time }

type RequestLimits = { key: string; points: number; expire: number | null }

type SystemState = { key: string; value: Json<unknown>; updated_at: Time }

/**
 * int8 is read as a number (ids stay far below 2^53), date as YYYY-MM-DD text, timestamptz as Date:
 * see `postgres-pool.ts`.
 */
export type Database = {
  ct_logs: CtLogs
  candidates: Candidates
  stores: Stores
  store_keys: StoreKeys
  store_mails: StoreMails
  store_facts: StoreFacts
  mail_hosts: MailHosts
  store_signals: StoreSignals
  store_window_days: StoreWindowDays
  pod_ids: PodIds
  domain_ages: DomainAges
  store_events: StoreEvents
  store_readings: StoreReadings
  assessment_requests: AssessmentRequests
  store_assessments: StoreAssessments
  store_change_days: StoreChangeDays
  products: Products
  catalogue_walks: CatalogueWalks
  product_changes: ProductChanges
  product_change_days: ProductChangeDays
  product_places: ProductPlaces
  product_trends: ProductTrends
  trend_days: TrendDays
  trend_invalidations: TrendInvalidations
  trend_queue: TrendQueue
  trend_scores: TrendScores
  product_clusters: ProductClusters
  merged_clusters: MergedClusters
  product_match_keys: ProductMatchKeys
  store_lags: StoreLags
  accuracy_runs: AccuracyRuns
  accuracy_checks: AccuracyChecks
  tallies: Tallies
  tally_slots: TallySlots
  feature_switches: FeatureSwitches
  backup_runs: BackupRuns
  opt_outs: OptOuts
  opt_out_requests: OptOutRequests
  page_validators: PageValidators
  users: Users
  sessions: Sessions
  api_keys: ApiKeys
  identities: Identities
  operators: Operators
  second_factors: SecondFactors
  used_nonces: UsedNonces
  billing_agreements: BillingAgreements
  billing_customers: BillingCustomers
  billing_events: BillingEvents
  billing_invoices: BillingInvoices
  billing_subscriptions: BillingSubscriptions
  account_tokens: AccountTokens
  outgoing_mails: OutgoingMails
  delivery_log: DeliveryLog
  user_photos: UserPhotos
  audit_events: AuditEvents
  change_outbox: ChangeOutbox
  change_feed: ChangeFeed
  change_feed_state: ChangeFeedState
  change_followers: ChangeFollowers
  list_views: ListViews
  saved_stores: SavedStores
  saved_products: SavedProducts
  mark_revisions: MarkRevisions
  stages: Stages
  stage_moves: StageMoves
  erased_leads: ErasedLeads
  templates: Templates
  lists: Lists
  list_stores: ListStores
  exported_stores: ExportedStores
  bulk_undos: BulkUndos
  bulk_undo_rows: BulkUndoRows
  saved_searches: SavedSearches
  saved_search_hits: SavedSearchHits
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  feeds: Feeds
  brief_feeds: BriefFeeds
  brief_settings: BriefSettingsRow
  briefs: Briefs
  brief_items: BriefItems
  digests: Digests
  export_tickets: ExportTickets
  export_usage: ExportUsage
  exclusion_uploads: ExclusionUploads
  exclusions: Exclusions
  follows: Follows
  hidden_stores: HiddenStores
  contact_bounces: ContactBounces
  bounced_contacts: BouncedContacts
  contact_usage: ContactUsage
  shown_contacts: ShownContacts
  articles: Articles
  article_views: ArticleViews
  contact_messages: ContactMessages
  newsletter_subscriptions: NewsletterSubscriptions
  leases: Leases
  request_limits: RequestLimits
  system_state: SystemState
}

export type TableName = keyof Database

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
