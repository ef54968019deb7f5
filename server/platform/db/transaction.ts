import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from './schema.ts'

/**
 * Passes the same context with `db` replaced; name it `ctx` too, so that the outer one cannot be
 * used by mistake.
 * @throws when called inside another transaction: the inner one could not be rolled back alone
 */
export async function inTransaction<Ctx extends { db: Db }, Result>(
  ctx: Ctx,
  work: (ctx: Omit<Ctx, 'db'> & { db: Tx }) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) throw new Error('inTransaction was called inside a transaction')
  return ctx.db.transaction().execute((db) => insideScope(() => work({ ...ctx, db })))
}

/** Knows, through awaits, whether the code that runs now was called from inside a transaction. */
const scopes = new AsyncLocalStorage<{ isOpen: boolean }>()

async function insideScope<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = { isOpen: true }
  try {
    return await scopes.run(scope, work)
  } finally {
    scope.isOpen = false // work started here may outlive the transaction
  }
}

/**
 * The outer handle would act outside the transaction: a rollback would not undo it, and it would
 * not see the transaction's writes.
 */
export function refuseInsideScope(): void {
  if (scopes.getStore()?.isOpen) {
    throw new Error(
      'the outer database handle was used inside a transaction: use the one that inTransaction hands over',
    )
  }
}
