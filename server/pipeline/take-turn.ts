import type { AppContext } from '#server/context.ts'

/**
 * A lock for work that two processes must not do at once, held until the end of the transaction. False while another process holds it. It
 * has a separate row, so that no other work waits.
 */
export async function takeTurn({ db, now }: Pick<AppContext, 'db' | 'now'>, key: string): Promise<boolean> {
  await db
    .insertInto('system_state')
    .values({ key, value: 'true', updated_at: now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('system_state')
    .select('key')
    .where('key', '=', key)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}
