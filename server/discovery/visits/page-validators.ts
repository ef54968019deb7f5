import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { PageValidators } from '#discovery/probe/probe-result.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

type StorePages = { storeId: StoreId; pages: readonly PageValidators[] }

/** Replaces the validators of these stores' pages; at most two rows each. */
export async function saveValidators(db: Db, stores: StorePages[]): Promise<void> {
  if (stores.length === 0) return
  await sql`delete from page_validators where store_id = any(${stores.map(({ storeId }) => storeId)}::bigint[])`.execute(
    db,
  )
  const rows = stores.flatMap(({ storeId, pages }) =>
    pages.map(({ url, etag, lastModified }) => ({ storeId, url, etag, lastModified })),
  )
  if (rows.length === 0) return
  await sql`
    insert into page_validators (store_id, url, etag, last_modified)
    select "storeId", url, etag, "lastModified"
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as t ("storeId" bigint, url text, etag text, "lastModified" text)
    on conflict (store_id, url) do nothing`.execute(db)
}

/**
 * By host, for later visits. A closed store is read without validators: unchanged pages would not
 * show that it has opened.
 */
export async function readValidators(
  db: Db,
  hosts: string[],
): Promise<Map<string, PageValidators[]>> {
  const { rows } = await sql<PageValidators & { host: string }>`
    select candidates.host, page.url, page.etag, page.last_modified as "lastModified"
    from candidates
    join stores on stores.id = candidates.store_id and stores.status = 'OPEN'
    join page_validators page on page.store_id = candidates.store_id
    where candidates.host = any(${hosts}::text[])`.execute(db)
  const byHost = new Map<string, PageValidators[]>()
  for (const { host, ...page } of rows) byHost.set(host, [...(byHost.get(host) ?? []), page])
  return byHost
}
