import { sql } from 'kysely'
import type { ServerContext } from '#server/create-context.ts'
import { insertProduct, insertStore, insertTrend, insertUser } from '#testing/factories.ts'
import { naughtyStrings } from '#testing/naughty-strings.ts'

export const MANY_ROWS = 20_000

export async function fillInstallation(
  ctx: Pick<ServerContext, 'db' | 'now' | 'files'>,
  { manyRows = MANY_ROWS }: { manyRows?: number } = {},
): Promise<{ photo: string }> {
  const { userId } = await insertUser(ctx, { role: 'PRO_USER' })
  for (const name of naughtyStrings()) {
    const storeId = await insertStore(ctx.db, { name, about: `${name}\\N\t\r\n\\.` })
    const product = await insertProduct(ctx.db, storeId)
    await insertTrend(ctx.db, product, '2026-03-09')
    await ctx.db
      .insertInto('saved_stores')
      .values({ user_id: userId, store_id: storeId, created_at: ctx.now(), updated_at: ctx.now() })
      .execute()
  }
  await sql`insert into mail_hosts (domain, state, due_at)
    select md5(i::text) || '.example', 'unknown', now() from generate_series(1, ${manyRows}::int) as i`.execute(
    ctx.db,
  )
  const photo = 'photos/ab/ab12cd34'
  await ctx.db
    .insertInto('user_photos')
    .values({ user_id: userId, name: 'ab12cd34', created_at: ctx.now() })
    .execute()
  await ctx.files.write(photo, Buffer.from('a photo'))
  await ctx.files.write('pictures/cd/ef.webp', Buffer.alloc(300_000, 7))
  await ctx.files.write('screenshots/12/34.webp', Buffer.from('a screenshot'))
  return { photo }
}
