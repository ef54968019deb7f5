import { withClient } from '#testing/database-client.ts'
import { ASKING_ACCOUNTS } from './asked-size.ts'

/**
 * Gives each account that asks a list "Not these" of as many lines, and every line hides a store.
 * Those of the run before stay.
 */
export async function hideStores(url: string, lines: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ lines: number }>(
      'select count(*)::integer as lines from hidden_stores',
    )
    if (rows[0]?.lines === lines * ASKING_ACCOUNTS) return
    await client.query(`delete from hidden_stores`)
    await client.query(`delete from exclusion_uploads`)
    await client.query(`insert into exclusion_uploads (id, user_id, name, reason, created_at)
      select gen_random_uuid(), id, null, 'customer', now()
      from (select id from users where role = 'PLUS_USER' order by id limit ${ASKING_ACCOUNTS}) as users`)
    const hidden = `(select id, 'line-' || id || '.com' as key from stores
      where id % greatest(1, (select count(*) from stores) / $1::bigint) = 0 limit $1::bigint) as store`
    await client.query(
      `insert into exclusions (user_id, key, kind, upload_id, line)
        select user_id, key, 'domain', upload.id, 1 from exclusion_uploads as upload, ${hidden}`,
      [lines],
    )
    await client.query(
      `insert into hidden_stores (user_id, store_id, key)
        select user_id, store.id, key from exclusion_uploads as upload, ${hidden}`,
      [lines],
    )
    await client.query('analyze exclusions, hidden_stores')
  })
}
