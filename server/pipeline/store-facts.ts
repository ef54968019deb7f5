import { sql } from 'kysely'
import type { Fact, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { Db } from '#server/context.ts'
import { jsonText } from '#server/pipeline/json-text.ts'

/** One row a fact; of a list (e-mails, phones) the first one's evidence stands for all. A fact that is gone keeps its last evidence. */
export async function saveFacts(
  db: Db,
  stores: { storeId: number; snapshot: StoreSnapshot }[],
): Promise<void> {
  const rows = stores.flatMap(({ storeId, snapshot }) =>
    Object.entries(factsOf(snapshot)).flatMap(([key, fact]) => (fact ? [factRow(storeId, key, fact)] : [])),
  )
  await sql`
    insert into store_facts (store_id, key, value, label, source_url, path, observed_at)
    select * from jsonb_to_recordset(${jsonText(rows)}::jsonb)
      as t (store_id bigint, key text, value jsonb, label text, source_url text, path text, observed_at timestamptz)
    on conflict (store_id, key) do update set value = excluded.value, label = excluded.label,
      source_url = excluded.source_url, path = excluded.path, observed_at = excluded.observed_at`.execute(db)
}

const factRow = (storeId: number, key: string, { value, label, evidence }: Fact<unknown>) => ({
  store_id: storeId,
  key,
  value,
  label,
  source_url: evidence.url,
  path: evidence.path,
  observed_at: evidence.observedAt,
})

function factsOf(snapshot: StoreSnapshot): Record<string, Fact<unknown> | null> {
  const { shop, shopId, domain, name, about, status, country, currency, locale, theme, productCount, logo } =
    snapshot
  const [phone = null] = snapshot.phones
  const [app = null] = snapshot.apps
  const [pixel = null] = snapshot.pixels
  const scalar = {
    shop,
    shopId,
    domain,
    name,
    about,
    status,
    country,
    currency,
    locale,
    theme,
    productCount,
    logo,
  }
  return { ...scalar, email: contactAddress(snapshot), phone, apps: app, pixels: pixel }
}

/** Role addresses come first; a personal one counts only as the sole contact that the store itself publishes. */
export function contactAddress(snapshot: StoreSnapshot): StoreSnapshot['emails'][number] | null {
  return snapshot.emails.find((email) => email.value.kind === 'role') ?? snapshot.emails[0] ?? null
}
