import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import {
  firstTraceOf,
  narrowByPod,
  podOf,
  type PodNeighbours,
} from '#discovery/extract/signals/shop-id-date.ts'
import type { DatedSignal } from '#discovery/launch/dated-signals.ts'
import type { Db } from '#server/platform/db/schema.ts'

/**
 * More numbers per pod add nothing: then every second one is deleted, so that the rest still covers
 * all years.
 */
const MAX_PER_POD = 400

type NumberedStore = { storeId: StoreId; shopId: string | null; signals: DatedSignal[] }

/** The stores, with their estimates by shop number narrowed by known shops of the same pods. */
export async function narrowByPods<Store extends NumberedStore>(
  db: Db,
  stores: Store[],
): Promise<Store[]> {
  const neighbours = await readNeighbours(
    db,
    stores.flatMap(({ shopId }) => numberOf(shopId) ?? []),
  )
  return stores.map((store) => {
    const number = numberOf(store.shopId)
    const around = number && neighbours.get(number.shopId)
    if (!number || !around) return store
    const signals = store.signals.map((signal) =>
      signal.kind === 'shop_id_order' ? narrowByPod(signal, number.pod, around) : signal,
    )
    return { ...store, signals }
  })
}

/** Stores since when the shops surely exist, for later shops of their pods. */
export async function recordShopNumbers(db: Db, stores: NumberedStore[]): Promise<void> {
  const rows = stores.flatMap(({ storeId, shopId, signals }) => {
    const number = numberOf(shopId)
    const traceAt = firstTraceOf(signals)
    return number && traceAt ? [{ ...number, storeId, traceAt }] : []
  })
  if (rows.length === 0) return
  // One order for all writers to avoid deadlocks.
  rows.sort((one, other) => one.pod - other.pod || one.shopId - other.shopId)
  const { rows: changed } = await sql<{ pod: number }>`
    insert into pod_ids (pod, shop_id, store_id, trace_at)
    select distinct on (pod, shop_id) * from unnest(${rows.map(({ pod }) => pod)}::integer[], ${rows.map(({ shopId }) => shopId)}::bigint[],
      ${rows.map(({ storeId }) => storeId)}::bigint[], ${rows.map(({ traceAt }) => traceAt)}::timestamptz[]) as t (pod, shop_id, store_id, trace_at)
    order by pod, shop_id, trace_at
    on conflict (pod, shop_id) do update set trace_at = excluded.trace_at, store_id = excluded.store_id where excluded.trace_at < pod_ids.trace_at
    returning pod`.execute(db)
  await thinPods(
    db,
    changed.map(({ pod }) => pod),
    MAX_PER_POD,
  )
}

export async function thinPods(db: Db, pods: number[], max: number): Promise<void> {
  if (pods.length === 0) return
  await sql`
    delete from pod_ids using (
      select pod, shop_id, row_number() over (partition by pod order by shop_id) as place, count(*) over (partition by pod) as total
      from pod_ids where pod = any(${pods}::integer[])) as crowd
    where pod_ids.pod = any(${pods}::integer[]) and pod_ids.pod = crowd.pod and pod_ids.shop_id = crowd.shop_id and crowd.total > ${max} and crowd.place % 2 = 0`.execute(
    db,
  )
}

function numberOf(shopId: string | null): { pod: number; shopId: number } | null {
  const pod = shopId === null ? null : podOf(shopId)
  return pod === null ? null : { pod, shopId: Number(shopId) }
}

async function readNeighbours(
  db: Db,
  numbers: { pod: number; shopId: number }[],
): Promise<Map<number, PodNeighbours>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ shop_id: number; above: number[]; below: number[] }>`
    select t.shop_id,
      array(select (extract(epoch from trace_at) * 1000)::bigint from pod_ids as p
        where p.pod = t.pod and p.shop_id > t.shop_id order by trace_at limit 2) as above,
      array(select (extract(epoch from trace_at) * 1000)::bigint from pod_ids as p
        where p.pod = t.pod and p.shop_id < t.shop_id order by p.shop_id desc limit 3) as below
    from unnest(${numbers.map(({ pod }) => pod)}::integer[], ${numbers.map(({ shopId }) => shopId)}::bigint[]) as t (pod, shop_id)`.execute(
    db,
  )
  return new Map(rows.map(({ shop_id, above, below }) => [shop_id, { above, below }]))
}
