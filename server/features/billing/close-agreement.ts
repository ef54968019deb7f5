import type { AppContext } from '#server/context.ts'

/** Of a page that nobody is to pay any more; one that was paid meanwhile stays done. */
export async function closeAgreement({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db
    .updateTable('billing_agreements')
    .set({ status: 'closed' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}
