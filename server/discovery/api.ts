/** From certificate logs to stores: the stages that run in the worker. */
import { sql } from 'kysely'
import { requestForContacts, requestForShared } from './risks/assess-stores.ts'
import type { TableName } from '#server/platform/db/schema.ts'
import type { Erasure } from '#server/platform/erasure.ts'
import { LONG_DAYS, olderThan, type Retention } from '#server/platform/jobs/purge-old-rows.ts'
import { lockStores } from '#server/platform/locks.ts'

export { readBudgetReport } from './counters.ts'
export { startPipeline } from './start-pipeline.ts'
export { NO_STORE_OUTCOMES } from './visits/visit-plan.ts'

export const tables = [
  'assessment_requests',
  'candidates',
  'catalogue_walks',
  'ct_logs',
  'domain_ages',
  'mail_hosts',
  'merged_clusters',
  'page_validators',
  'pod_ids',
  'product_change_days',
  'product_changes',
  'product_clusters',
  'product_match_keys',
  'product_places',
  'product_trends',
  'products',
  'store_assessments',
  'store_change_days',
  'store_events',
  'store_facts',
  'store_keys',
  'store_lags',
  'store_mails',
  'store_readings',
  'store_signals',
  'store_window_days',
  'stores',
  'tallies',
  'tally_slots',
  'trend_days',
  'trend_invalidations',
  'trend_queue',
  'trend_scores',
] as const satisfies TableName[]

export const retention: Retention<(typeof tables)[number]> = {
  assessment_requests: { keep: 'a queue: what was read leaves it' },
  candidates: { keep: 'one row for each host that points at the platform, or may soon' },
  ct_logs: { keep: 'one row for each log' },
  mail_hosts: { keep: 'one row for each mail domain, which many stores may share' },
  merged_clusters: { keep: 'the old addresses of products still lead somewhere' },
  product_clusters: { keep: 'a cluster is deleted with its last product' },
  product_match_keys: { keep: 'they are deleted with their cluster' },
  product_trends: { old: olderThan('day', LONG_DAYS) },
  stores: { old: olderThan('last_trending_day', LONG_DAYS), empty: 'last_trending_day' },
  tallies: { keep: 'one row for each counter' },
  // The console shows the last day.
  tally_slots: { old: olderThan('slot', 2) },
  trend_days: { keep: 'one row a day' },
  trend_invalidations: { keep: 'a queue: what was read leaves it' },
  trend_queue: { keep: 'a queue: what was computed leaves it' },
  trend_scores: { old: olderThan('day', LONG_DAYS) },
}

const byStore = [
  'assessment_requests',
  'product_changes',
  'product_places',
  'product_trends',
  'products',
  'store_facts',
] as const

export const erasure: Erasure = {
  byStore,
  /** Hosts, then stores: the order of all locks. A trigger records the trends that change. */
  async domain({ db }, { domain, storeIds }) {
    await sql`
      with concerned as (
        select host from candidates
        where store_id = any(${storeIds}::bigint[]) or host in (${domain}, ${`www.${domain}`}) or host like ${`%.${domain}`}
        order by host collate "C" for update)
      delete from candidates using concerned where candidates.host = concerned.host`.execute(db)
    if (storeIds.length === 0) return
    await lockStores(db, storeIds)
    // Warning signs of other stores may name one of these.
    await requestForContacts(db, storeIds)
    await requestForShared(db, storeIds)
    for (const name of ['stores', ...byStore]) {
      const id = sql.ref(name === 'stores' ? 'id' : 'store_id')
      await sql`delete from ${sql.table(name)} where ${id} = any(${storeIds}::bigint[])`.execute(db)
    }
  },
}
