import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = sharedByTests(createTestDatabase)

const HOT = 'its check costs more than 3 % of a hot write; who deletes the store deletes the rows'
const OUTSIDE = 'named by somebody else'
const LOG = 'rows of logs are never deleted, and candidates are written by the thousand'

/** Columns that look like a reference and have no foreign key, with the reason. */
const WITHOUT_KEY: Record<string, string> = {
  'assessment_requests.store_id': 'a queue without waits; who reads it drops stores that are gone',
  'candidates.log_id': LOG,
  'candidates.store_id': 'the host stays due when its store is gone, and only erasure deletes both',
  'ct_logs.log_id': OUTSIDE,
  'store_lags.log_id': LOG,
  'store_facts.store_id': HOT,
  'products.store_id': HOT,
  'products.product_id': OUTSIDE,
  'product_changes.store_id': HOT,
  'product_changes.product_id': HOT,
  'product_places.store_id': HOT,
  'product_places.product_id': HOT,
  'product_trends.store_id': HOT,
  'product_trends.product_id': HOT,
  'shown_contacts.store_id': 'a store that is erased still counts on its day; rows live two days',
  'stores.shop_id': OUTSIDE,
  'pod_ids.shop_id': OUTSIDE,
  'billing_customers.customer_id': OUTSIDE,
  'billing_subscriptions.subscription_id': OUTSIDE,
  'billing_subscriptions.checkout_id': OUTSIDE,
  'billing_invoices.invoice_id': OUTSIDE,
  'billing_agreements.provider_checkout_id': OUTSIDE,
  'billing_events.event_id': OUTSIDE,
  'billing_events.customer_id': OUTSIDE,
  'delivery_log.message_id': 'the log outlives the messages and mails that it tells of',
}

/** Foreign keys without an index that begins with their column. */
const WITHOUT_INDEX: Record<string, string> = {
  'accuracy_checks.run_id': 'no run is ever deleted',
}

type Reference = { column: string; rule: 'c' | 'n' | 'a' | 'r' | 'd'; hasIndex: boolean }

async function readReferences(): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select format('%s.%s', conrelid::regclass, attname) as column, confdeltype as rule,
      exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null) as "hasIndex"
    from pg_constraint cross join lateral unnest(conkey) as key
    join pg_attribute on attrelid = conrelid and attnum = key
    where contype = 'f' and connamespace = 'public'::regnamespace`.execute(database.db)
  return rows
}

async function columnsWithoutKey(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', table_name, column_name) as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_id' order by 1`.execute(database.db)
  const referencing = new Set((await readReferences()).map(({ column }) => column))
  return rows.map(({ name }) => name).filter((name) => !referencing.has(name))
}

test('every column that names a row of another table has a foreign key, or a reason to have none', async () => {
  expect((await columnsWithoutKey()).toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted())
})

test('a new column that names a row without a foreign key is noticed', async () => {
  await sql`alter table webhooks add column search_id uuid`.execute(database.db)
  expect(await columnsWithoutKey()).toContain('webhooks.search_id')
  await sql`alter table webhooks drop column search_id`.execute(database.db)
})

test('rows that refer to a deleted row are deleted or detached, and found by an index', async () => {
  const references = await readReferences()
  expect(references.filter(({ rule }) => rule !== 'c' && rule !== 'n')).toEqual([])
  const slow = references.filter(({ hasIndex }) => !hasIndex).map(({ column }) => column)
  expect(slow).toEqual(Object.keys(WITHOUT_INDEX))
})
