import type { Db, Tx } from '#server/context.ts'
import { insideScope } from '#server/db/transaction-scope.ts'

/**
 * Passes the same context with `db` replaced; name it `ctx` too, so that the outer one cannot be used by mistake.
 * @throws when called inside another transaction: the inner one could not be rolled back alone
 */
export async function inTransaction<Ctx extends { db: Db }, Result>(
  ctx: Ctx,
  work: (ctx: Omit<Ctx, 'db'> & { db: Tx }) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) throw new Error('inTransaction was called inside a transaction')
  return ctx.db.transaction().execute((db) => insideScope(() => work({ ...ctx, db })))
}
