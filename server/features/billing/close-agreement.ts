import type { AppContext } from '#server/context.ts'

/** Closes a page that must not be paid any more. A page that was paid meanwhile keeps the state `done`. */
export async function closeAgreement({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db
    .updateTable('billing_agreements')
    .set({ status: 'closed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}
