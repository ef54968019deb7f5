import type { AppContext } from '#server/context.ts'

/** Deletes all data about the address. It can subscribe again. */
export async function endSubscription({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscriptions').where('id', '=', id).execute()
}
