import { sql } from 'kysely'
import type { SignalKind } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import type { Db } from '#server/context.ts'
import { jsonText } from '#server/pipeline/json-text.ts'

/** Of these the earliest sighting stands; of the others the latest reading. */
const KEEP_EARLIEST: SignalKind[] = [
  'first_certificate',
  'first_seen',
  'first_seen_protected',
  'opened',
  'oldest_product_created',
]

/** Keeps every signal of the stores. @returns all that are known of each by now, for the launch rule */
export async function saveSignals(
  db: Db,
  stores: { storeId: number; signals: DatedSignal[] }[],
): Promise<Map<number, DatedSignal[]>> {
  const rows = stores.flatMap(({ storeId, signals }) => [
    ...new Map(signals.map((signal) => [signal.kind, signalRow(storeId, signal)])).values(),
  ])
  await sql`
    insert into store_signals (store_id, kind, at, label, source_url, path, observed_at, detail)
    select * from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t (store_id bigint, kind text, at timestamptz, label text, source_url text, path text, observed_at timestamptz, detail jsonb)
    on conflict (store_id, kind) do update set at = excluded.at, label = excluded.label, source_url = excluded.source_url,
      path = excluded.path, observed_at = excluded.observed_at, detail = excluded.detail
    where excluded.at < store_signals.at or not (store_signals.kind = any(${KEEP_EARLIEST}::text[]))`.execute(
    db,
  )
  return readSignals(
    db,
    stores.map(({ storeId }) => storeId),
  )
}

async function readSignals(db: Db, storeIds: number[]): Promise<Map<number, DatedSignal[]>> {
  const rows = await db.selectFrom('store_signals').selectAll().where('store_id', 'in', storeIds).execute()
  const byStore = new Map<number, DatedSignal[]>(storeIds.map((storeId) => [storeId, []]))
  for (const row of rows) {
    byStore.get(row.store_id)?.push({
      kind: row.kind,
      at: row.at.toISOString(),
      label: row.label === 'unavailable' ? 'inferred' : row.label,
      evidence: {
        url: row.source_url ?? '',
        path: row.path ?? '',
        observedAt: row.observed_at.toISOString(),
      },
      ...(row.detail ? { detail: row.detail } : {}),
    })
  }
  return byStore
}

/** Our earliest sighting of the domain. */
export const certificateSignal = (sighting: {
  host: string
  log_id: string
  foundAt: Date
  now: Date
}): DatedSignal => ({
  kind: 'first_certificate',
  at: sighting.foundAt.toISOString(),
  label: 'observed',
  evidence: {
    url: `https://${sighting.host}/`,
    path: `certificate log ${sighting.log_id}`,
    observedAt: sighting.now.toISOString(),
  },
})

const signalRow = (storeId: number, signal: DatedSignal) => ({
  store_id: storeId,
  kind: signal.kind,
  at: signal.at,
  label: signal.label,
  source_url: signal.evidence.url,
  path: signal.evidence.path,
  observed_at: signal.evidence.observedAt,
  detail: signal.detail ?? null,
})
