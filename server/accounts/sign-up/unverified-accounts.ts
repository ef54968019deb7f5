import { sql } from 'kysely'
import { DAY_MS } from '#contracts/dates.ts'
import { eraseAccount } from '#server/accounts/deletion/erase-accounts.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { AccountKeys } from '#server/platform/erasure.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'

const KEEP_UNVERIFIED_MS = 30 * DAY_MS
/** Until then a link can still answer that it has expired or was used. */
const KEEP_EXPIRED_MS = 7 * DAY_MS

type Deps = Pick<AppContext, 'db' | 'now' | 'erasures'>

export const purgeUnverified = defineCron({
  name: 'forget-unverified',
  maxAttempts: 3,
  cron: '43 * * * *',
  run: (ctx, signal) => eraseUnverifiedAccounts(ctx, signal),
})

/** Erases accounts that were not confirmed within 30 days, and links a week after they expired. */
export async function eraseUnverifiedAccounts(ctx: Deps, signal?: AbortSignal): Promise<void> {
  for (const userId of await listOverdue(ctx)) {
    if (signal?.aborted) return
    await inTransaction(ctx, async (ctx) => {
      const user = await overdueAccounts(ctx)
        .where('id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (user) await eraseUnverified(ctx, { userId: user.id, emailKey: user.email_key })
    })
  }
  const before = new Date(ctx.now().getTime() - KEEP_EXPIRED_MS)
  await ctx.db.deleteFrom('account_tokens').where('expires_at', '<', before).execute()
}

const listOverdue = async (ctx: Deps) => (await overdueAccounts(ctx).execute()).map(({ id }) => id)

/** A link that was requested late still gets its full day, and its mail may wait to be sent. */
const overdueAccounts = ({ db, now }: Deps) =>
  db
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', new Date(now().getTime() - KEEP_UNVERIFIED_MS))
    .where(
      sql<boolean>`not exists (select 1 from account_tokens
        where account_tokens.user_id = users.id and purpose in ('sign_up', 'reset_password') and account_tokens.expires_at > ${now()})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from outgoing_mails where outgoing_mails.user_id = users.id)`,
    )
    .orderBy('created_at')

/** Inside a transaction, with the account locked. */
export const eraseUnverified = (ctx: Deps, keys: AccountKeys): Promise<void> =>
  eraseAccount(ctx, keys, { reason: 'unverified' })
