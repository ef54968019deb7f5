import { AsyncLocalStorage } from 'node:async_hooks'

/** Knows, through awaits, whether the code that runs now was called from inside a transaction. */
const scopes = new AsyncLocalStorage<{ isOpen: boolean }>()

export async function insideScope<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope = { isOpen: true }
  try {
    return await scopes.run(scope, work)
  } finally {
    scope.isOpen = false // work that was started here and outlives the transaction may go on
  }
}

/** The outer handle would act outside the transaction: a rollback would not undo it, and it would not see the transaction's writes. */
export function refuseInsideScope(): void {
  if (scopes.getStore()?.isOpen) {
    throw new Error(
      'the outer database handle was used inside a transaction: use the one that inTransaction hands over',
    )
  }
}
