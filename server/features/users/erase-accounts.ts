import { sql } from 'kysely'
import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { DELETION_DAYS } from '#server/features/auth/account-tokens.ts'
import { defineJob } from '#server/jobs/jobs.ts'
import { accountRecords } from './account-records.ts'

export const eraseAccounts = defineJob({
  name: 'erase-accounts',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '29 * * * *',
  run: (ctx, _payload, signal) => eraseDeletedAccounts(ctx, signal),
})

type Deps = Pick<AppContext, 'db' | 'now'>

/**
 * Erases the accounts whose 30 days are over, each in one transaction. One that cannot be erased does not hold up the others.
 * @throws AggregateError with what failed, after all were tried
 */
export async function eraseDeletedAccounts(ctx: Deps, signal?: AbortSignal): Promise<void> {
  const dueBefore = new Date(ctx.now().getTime() - DELETION_DAYS * DAY_MS)
  const due = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('deletion_requested_at', '<=', dueBefore)
    .orderBy('deletion_requested_at')
    .execute()
  const problems: unknown[] = []
  for (const { id } of due) {
    if (signal?.aborted) return
    await eraseAccount(ctx, id, dueBefore).catch((error: unknown) => problems.push(error))
  }
  await forgetStrayLinks(ctx)
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} accounts were not erased`)
}

async function eraseAccount(ctx: Deps, userId: string, dueBefore: Date): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const user = await ctx.db
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', userId)
      .where('deletion_requested_at', '<=', dueBefore)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return
    for (const { erase } of accountRecords) await erase(ctx, { userId, emailKey: user.email_key })
    await ctx.db.deleteFrom('users').where('id', '=', userId).execute()
    await recordAuditEvent(ctx, { kind: 'account.erased', userId: null, network: null })
  })
}

/** A mail that was being composed while its account went may have left a link behind, with the address. */
async function forgetStrayLinks({ db }: Deps): Promise<void> {
  await sql`delete from account_tokens
    where not exists (select 1 from users where users.id = account_tokens.user_id)`.execute(db)
}
