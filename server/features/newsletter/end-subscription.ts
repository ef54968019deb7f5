import type { AppContext } from '#server/context.ts'

/** Nothing of the address stays. It may come back by asking again. */
export async function endSubscription({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db.deleteFrom('newsletter_subscriptions').where('id', '=', id).execute()
}
