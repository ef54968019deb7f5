import { sql } from 'kysely'
import type { Erasure } from '#server/platform/erasure.ts'
import { lockStores } from '#server/platform/locks.ts'

const byStore = [
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
    for (const name of ['stores', ...byStore]) {
      const id = sql.ref(name === 'stores' ? 'id' : 'store_id')
      await sql`delete from ${sql.table(name)} where ${id} = any(${storeIds}::bigint[])`.execute(db)
    }
  },
}
