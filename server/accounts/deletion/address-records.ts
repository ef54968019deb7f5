import type { AccountKeys, AccountRecord } from '#server/platform/account-record.ts'
import type { AppContext } from '#server/platform/context.ts'

/**
 * Only a confirmed account proves who owns the address. An unconfirmed sign-up may come from a
 * stranger, so erasing it must not delete the owner's data.
 */
async function isOwner({ db }: Pick<AppContext, 'db'>, { userId }: AccountKeys): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const contactMessages: AccountRecord = {
  name: 'contactMessages',
  table: 'contact_messages',
  read: ({ db }, { emailKey }) =>
    db
      .selectFrom('contact_messages')
      .select([
        'full_name as fullName',
        'email',
        'subject',
        'message',
        'language',
        'created_at as createdAt',
      ])
      .select(['answered_at as answeredAt', 'answer'])
      .where('email_key', '=', emailKey)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  async erase(ctx, keys) {
    if (!(await isOwner(ctx, keys))) return
    await ctx.db.deleteFrom('contact_messages').where('email_key', '=', keys.emailKey).execute()
  },
}

const newsletter: AccountRecord = {
  name: 'newsletter',
  table: 'newsletter_subscriptions',
  read: ({ db }, { emailKey }) =>
    db
      .selectFrom('newsletter_subscriptions')
      .select(['email', 'language', 'requested_at as requestedAt', 'confirmed_at as confirmedAt'])
      .select('last_week as lastWeek')
      .where('email_key', '=', emailKey)
      .execute(),
  async erase(ctx, keys) {
    if (!(await isOwner(ctx, keys))) return
    await ctx.db
      .deleteFrom('newsletter_subscriptions')
      .where('email_key', '=', keys.emailKey)
      .execute()
  },
}

/** Records of an address without an account. */
export const addressRecords: readonly AccountRecord[] = [contactMessages, newsletter]
