import { sql } from 'kysely'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { ExclusionKind } from '#contracts/workspace/exclusions.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'

/** The names by which a visit knows a store. */
export type NamedStore = {
  storeId: StoreId
  /** Also its host on the platform. */
  hosts: readonly string[]
  addresses: readonly string[]
}

/** No other lock uses it. */
const LOCK_ID = 7_302_861_456

/**
 * Hides stores from the accounts that have a line with one of their names; call it in the
 * transaction that writes these names, once the stores have their rows. A store stays hidden by a
 * name that it no longer has.
 */
export async function hideNamed(db: Db, stores: readonly NamedStore[]): Promise<void> {
  // `awaitVisits` waits for this transaction; the upload then looks for the stores that it wrote.
  await sql`select pg_advisory_xact_lock_shared(${LOCK_ID}::bigint)`.execute(db)
  const named = stores.flatMap(namesOf)
  const texts = [...new Set(named.map(({ text }) => text))]
  if (texts.length === 0) return
  const { rows: lines } = await sql<{ user_id: UserId; key: string; kind: ExclusionKind }>`
    select user_id, key, kind from exclusions where key = any(${texts}::text[])
    order by user_id, key for key share`.execute(db)
  const hidden = lines.flatMap(({ user_id, key, kind }) =>
    named
      .filter(({ text, isMail }) => text === key && (kind === 'domain' || !isMail))
      .map(({ storeId: store_id }) => ({ user_id, store_id, key })),
  )
  if (hidden.length === 0) return
  await sql`
    insert into hidden_stores (user_id, store_id, key)
    select user_id, store_id, key from jsonb_to_recordset(${jsonText(hidden)}::jsonb) as t (user_id uuid, store_id bigint, key text)
    on conflict do nothing`.execute(db)
}

type Name = { text: string; storeId: StoreId; isMail: boolean }

function namesOf({ storeId, hosts, addresses }: NamedStore): Name[] {
  const named = (isMail: boolean) => (text: string) => ({ text, storeId, isMail })
  const mailHosts = addresses.map((address) => address.slice(address.lastIndexOf('@') + 1))
  return [
    ...unique(hosts.flatMap(hostAndAbove)).map(named(false)),
    ...unique(mailHosts.flatMap(hostAndAbove)).map(named(true)),
    ...unique(addresses).map(named(false)),
  ]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** `a.acme.co.uk`, `acme.co.uk`, `co.uk`: no line is a mere ending. */
function hostAndAbove(host: string): string[] {
  const labels = host
    .toLowerCase()
    .replace(/^www\./, '')
    .split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

/** Waits for the visits that may not have seen the lines committed before. */
export async function awaitVisits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_ID}::bigint)`.execute(db)
}

/**
 * Hides the stores that the lines of an upload match; repeating it changes nothing.
 * @returns how many were not hidden before
 */
export async function hideMatching(
  db: Db,
  { userId, uploadId }: { userId: UserId; uploadId: string },
): Promise<number> {
  const { rows } = await sql<{ stores: number }>`
    with line as (
      select key, kind, reverse(key) collate "C" as backwards from exclusions
      where user_id = ${userId} and upload_id = ${uploadId} order by key for key share),
    match as (
      select store_id, line.key from line join store_keys on store_keys.key = 'host:' || line.key where kind <> 'address'
      union select store_id, line.key from line join store_keys on store_keys.key = 'shop:' || line.key where kind = 'shop'
      union select store_id, line.key from line join store_keys
        on store_keys.key like 'host:%.%.%' and store_keys.key not like '%.myshopify.com'
        and reverse(store_keys.key) collate "C" >= backwards || '.' and reverse(store_keys.key) collate "C" < backwards || '/'
        where kind in ('domain', 'host')
      union select store_id, line.key from line join store_mails
        on reverse(address) >= backwards || '@' and reverse(address) < backwards || 'A' where kind = 'domain'
      union select store_id, line.key from line join store_mails
        on reverse(address) >= backwards || '.' and reverse(address) < backwards || '/' where kind = 'domain'
      union select store_id, line.key from line join store_mails on address = line.key where kind = 'address'),
    found as (
      select store_id, match.key from match join stores on stores.id = store_id order by store_id for key share of stores),
    known as (select distinct store_id from hidden_stores where user_id = ${userId}),
    hidden as (
      insert into hidden_stores (user_id, store_id, key) select ${userId}::uuid, store_id, key from found
      on conflict do nothing returning store_id)
    select count(distinct store_id)::int as stores from hidden where store_id not in (select store_id from known)`.execute(
    db,
  )
  return rows[0]?.stores ?? 0
}

/**
 * For an account's lines that are about to be removed; null for all of them.
 * @returns how many stores no line hides any more
 */
export async function unhide(
  db: Db,
  userId: UserId,
  lines: { uploadId: string } | { key: string } | null,
): Promise<number> {
  const isConcerned =
    lines === null
      ? sql`true`
      : 'key' in lines
        ? sql`key = ${lines.key}`
        : sql`key in (select key from exclusions where user_id = ${userId} and upload_id = ${lines.uploadId})`
  const { rows } = await sql<{ stores: number }>`
    with gone as (delete from hidden_stores where user_id = ${userId} and ${isConcerned} returning store_id),
    ended as (select store_id, count(*) as lines from gone group by store_id),
    before as (select store_id, count(*) as lines from hidden_stores where user_id = ${userId} group by store_id)
    select count(*)::int as stores from ended join before using (store_id, lines)`.execute(db)
  return rows[0]?.stores ?? 0
}

/** For each hidden one of the stores the line that hides it. */
export async function readHiding(
  db: Db,
  userId: UserId,
  storeIds: readonly StoreId[],
): Promise<Map<StoreId, string>> {
  if (storeIds.length === 0) return new Map()
  const { rows } = await sql<{ store_id: StoreId; key: string }>`
    select store_id, min(key) as key from hidden_stores
    where user_id = ${userId} and store_id = any(${[...storeIds]}::bigint[]) group by store_id`.execute(
    db,
  )
  return new Map(rows.map(({ store_id, key }) => [store_id, key]))
}
