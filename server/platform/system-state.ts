import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from './context.ts'
import { jsonText } from './db/sql-text.ts'

/** Shared by all processes. */
export const readState = ({ db }: Pick<AppContext, 'db'>, key: string) =>
  db
    .selectFrom('system_state')
    .select(['value', 'updated_at'])
    .where('key', '=', key)
    .executeTakeFirst()

/** @param next what becomes of a value that exists, as SQL; without it the new one replaces it */
export async function writeState(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  key: string,
  value: unknown,
  next?: RawBuilder<unknown>,
): Promise<void> {
  const row = { value: jsonText(value), updated_at: now() }
  await db
    .insertInto('system_state')
    .values({ key, ...row })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ ...row, ...(next && { value: sql<string>`${next}` }) }),
    )
    .execute()
}
