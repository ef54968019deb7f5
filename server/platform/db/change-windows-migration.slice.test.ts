import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { createEmptyDatabase } from '#testing/compare-databases.ts'
import { createTestLog } from '#testing/test-log.ts'
import { openDatabase } from './client.ts'
import { migrate, onlyMigrations } from './migrate.ts'

const { log } = createTestLog()

const STORES = `
  insert into stores (id, slug, domain, name, status, apps, pixels, launch_status, launch_confidence, launch_reason, found_at, found_day,
    visible_at, last_checked_at)
  select id, 'shop-' || id, 'shop-' || id || '.example', 'Shop', 'OPEN', '[]', '[]', 'new', 'high', 'test', now(), now()::date, now(), now()
  from generate_series(1, 2) as id`
const EVENTS = `
  insert into store_events (store_id, kind, at, subject, strength)
  select 1, kind, now() - days * interval '1 day', subject, strength from (values
    ('app_added', 2, 'Klaviyo: Mail', 'strong'), ('app_added', 20, 'Unnamed', 'strong'), ('app_added', 40, 'Old', 'strong'),
    ('app_added', 1, 'Perhaps', 'weak'), ('app_removed', 9, 'Loox', 'strong'), ('pixel_added', 3, 'TikTok', 'strong'),
    ('pixel_added', 1, 'Meta', 'strong'), ('pixel_removed', 1, 'Meta', 'strong')) as t (kind, days, subject, strength)`
const FACTS = `
  insert into store_facts (store_id, key, value, label, source_url, path, observed_at, items)
  values (1, 'apps', '[]', 'observed', '', '', now(), '[{"value": {"name": "Klaviyo: Mail", "handle": "klaviyo"}},
    {"value": {"name": "Loox", "handle": "loox"}, "goneAt": "2026-01-01"}]')`

test('what came and went before the update is found after it, with the handles of the apps', async () => {
  await using empty = await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  const { db, close } = await openDatabase(parseConfig({ DATABASE_URL: empty.url }), log)
  try {
    await migrate(db, log, await onlyMigrations(['0001-baseline']))
    for (const statement of [STORES, EVENTS, FACTS]) await sql.raw(statement).execute(db)
    await migrate(db, log)
    const rows = await db
      .selectFrom('stores')
      .select(['tech_added_7d', 'tech_added_30d', 'tech_removed_7d', 'tech_removed_30d'])
      .select(['new_products_7d', 'risks'])
      .orderBy('id')
      .execute()
    const klaviyo = { value: 'klaviyo', label: 'Klaviyo: Mail' }
    const [tikTok, unnamed] = [
      { value: 'TikTok', label: 'TikTok' },
      { value: 'Unnamed', label: 'Unnamed' },
    ]
    const unknown = { new_products_7d: null, risks: null }
    expect(rows).toEqual([
      {
        ...unknown,
        tech_added_7d: expect.arrayContaining([klaviyo, tikTok]),
        tech_added_30d: expect.arrayContaining([klaviyo, tikTok, unnamed]),
        tech_removed_7d: [],
        tech_removed_30d: [{ value: 'loox', label: 'Loox' }],
      },
      {
        ...unknown,
        tech_added_7d: [],
        tech_added_30d: [],
        tech_removed_7d: [],
        tech_removed_30d: [],
      },
    ])
    expect(rows[0]?.tech_added_30d).toHaveLength(3)
    const requests = db.selectFrom('assessment_requests').select('store_id').orderBy('store_id')
    expect((await requests.execute()).map(({ store_id }) => Number(store_id))).toEqual([1, 2])
  } finally {
    await close()
  }
})
