import { sql } from 'kysely'
import type { Db } from '#server/platform/db/schema.ts'

const TABLES =
  'ct_logs candidates stores store_keys store_facts store_signals store_events store_readings store_change_days store_window_days store_assessments assessment_requests store_lags ' +
  'mail_hosts domain_ages pod_ids page_validators catalogue_walks products product_changes product_change_days product_places product_trends ' +
  'product_clusters product_match_keys trend_scores trend_queue trend_invalidations trend_days accuracy_runs accuracy_checks ' +
  'opt_outs opt_out_requests leases'

export async function emptyDiscovery(db: Db): Promise<void> {
  const deletes = TABLES.split(' ').map((table) => `delete from ${table};`)
  await sql.raw(`do $$ begin ${deletes.join(' ')} end $$`).execute(db)
}
