import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { SignalRole } from '#contracts/catalog/signals.ts'
import {
  type DatedSignal,
  mergeSignals,
  observedSignal,
  readingOf,
} from '#discovery/launch/dated-signals.ts'
import { deriveLaunch, type LaunchVerdict } from '#discovery/launch/derive-launch.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

export type SignalledStore = { storeId: StoreId; foundAt: Date; signals: DatedSignal[] }

type LaunchEvaluation = { verdict: LaunchVerdict; signals: DatedSignal[] }

/**
 * Stores every new reading of the signals, and what each signal says about the verdict on all known
 * signals.
 */
export async function evaluateStores(
  db: Db,
  stores: SignalledStore[],
): Promise<Map<StoreId, LaunchEvaluation>> {
  const known = await readSignals(
    db,
    stores.map(({ storeId }) => storeId),
  )
  const evaluated = stores.map((store) => evaluate(store, known.get(store.storeId) ?? []))
  await saveRows(
    db,
    evaluated.flatMap(({ rows }) => rows),
  )
  return new Map(evaluated.map(({ storeId, verdict, signals }) => [storeId, { verdict, signals }]))
}

type KnownSignal = { signal: DatedSignal; role: SignalRole }

function evaluate({ storeId, foundAt, signals: newSignals }: SignalledStore, known: KnownSignal[]) {
  const signals = mergeSignals(
    known.map(({ signal }) => signal),
    newSignals,
  )
  const verdict = deriveLaunch(signals, foundAt)
  const roleBefore = new Map(known.map(({ signal, role }) => [signal, role]))
  const rows = signals.flatMap((signal, index) => {
    const role = verdict.roles[index] ?? 'neutral'
    return roleBefore.get(signal) === role ? [] : [signalRow(storeId, signal, role)]
  })
  return { storeId, verdict, signals, rows }
}

async function readSignals(db: Db, storeIds: StoreId[]): Promise<Map<StoreId, KnownSignal[]>> {
  const rows = await db
    .selectFrom('store_signals')
    .selectAll()
    .where(sql<boolean>`store_id = any(${storeIds}::bigint[])`)
    .execute()
  const byStore = new Map<StoreId, KnownSignal[]>(storeIds.map((storeId) => [storeId, []]))
  for (const row of rows) {
    byStore.get(row.store_id)?.push({
      role: row.role,
      signal: {
        kind: row.kind,
        at: row.at.toISOString(),
        label: row.label,
        evidence: {
          url: row.source_url ?? '',
          path: row.path ?? '',
          observedAt: row.observed_at.toISOString(),
        },
        ...(row.detail && { detail: row.detail }),
      },
    })
  }
  return byStore
}

type Row = ReturnType<typeof signalRow>

/** One order for all writers, so that two of them cannot wait for each other. */
const byKey = (one: Row, other: Row): number =>
  one.store_id - other.store_id ||
  (`${one.kind} ${one.reading}` < `${other.kind} ${other.reading}` ? -1 : 1)

/**
 * The final clause: it never overwrites an earlier sighting that another process wrote meanwhile.
 */
async function saveRows(db: Db, unsorted: Row[]): Promise<void> {
  if (unsorted.length === 0) return
  const rows = unsorted.toSorted(byKey)
  await sql`
    insert into store_signals (store_id, kind, reading, at, label, source_url, path, observed_at, detail, role)
    select * from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t (store_id bigint, kind text, reading text, at timestamptz, label text, source_url text, path text, observed_at timestamptz,
        detail jsonb, role text)
    on conflict (store_id, kind, reading) do update set at = excluded.at, label = excluded.label, source_url = excluded.source_url,
      path = excluded.path, observed_at = excluded.observed_at, detail = excluded.detail, role = excluded.role
    where excluded.at <= store_signals.at or store_signals.kind in ('shop_id_order', 'theme_number')`.execute(
    db,
  )
}

/** Our earliest sighting of the domain. */
export const certificateSignal = (sighting: {
  host: string
  log_id: string
  foundAt: Date
  now: Date
}): DatedSignal =>
  observedSignal(
    'first_certificate',
    sighting.foundAt,
    { url: `https://${sighting.host}/`, fetchedAt: sighting.now.toISOString() },
    `certificate log ${sighting.log_id}`,
  )

const signalRow = (storeId: StoreId, signal: DatedSignal, role: SignalRole) => ({
  store_id: storeId,
  kind: signal.kind,
  reading: readingOf(signal),
  at: signal.at,
  label: signal.label,
  source_url: signal.evidence.url,
  path: signal.evidence.path,
  observed_at: signal.evidence.observedAt,
  detail: signal.detail ?? null,
  role,
})
