import type { AppContext } from '#server/context.ts'

/**
 * The address is confirmed, so every other sign-up with it is void. Their links count as used: they answer that the address is confirmed.
 */
export async function endSignUpLinks(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  userId: string,
): Promise<void> {
  await db
    .updateTable('account_tokens')
    .set({ used_at: now(), credentials: null })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'sign_up')
    .where('used_at', 'is', null)
    .execute()
}
