import type { Account } from '#contracts/operator/accounts.ts'
import { eraseAccount, readAccountForUpdate } from '#server/accounts/api.ts'
import { readRunningSubscription } from '#server/billing/api.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { getAccount } from './accounts.ts'

/** Operators cannot lock themselves out by mistake. @throws AppError `conflict` */
function refuseOwn(ctx: RequestContext, id: string): void {
  if (requireViewer(ctx).userId === id) throw new AppError('conflict')
}

/** A second lock keeps the time of the first. @throws AppError `conflict` for the caller's own account, `not_found` */
export async function lockAccount(ctx: RequestContext, id: string): Promise<Account> {
  refuseOwn(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account) throw notFound()
    await ctx.sessions.revokeAll(ctx.db, id)
    if (account.isLocked) return
    await ctx.db.updateTable('users').set({ locked_at: ctx.now() }).where('id', '=', id).execute()
    await recordOperatorAction(ctx, { action: 'account.locked', target: id })
  })
  return getAccount(ctx, id)
}

export async function unlockAccount(ctx: RequestContext, id: string): Promise<Account> {
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account?.isLocked) return
    await ctx.db.updateTable('users').set({ locked_at: null }).where('id', '=', id).execute()
    await recordOperatorAction(ctx, { action: 'account.unlocked', target: id })
  })
  return getAccount(ctx, id)
}

/**
 * At once, for a legal request; owners themselves have 30 days to change their mind.
 * @throws AppError `conflict` for the caller's own account, `not_found`, `already_subscribed` while a subscription runs
 */
export async function eraseAccountNow(ctx: RequestContext, id: string): Promise<{ erased: true }> {
  refuseOwn(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const account = await readAccountForUpdate(ctx.db, id)
    if (!account) throw notFound()
    if (await readRunningSubscription(ctx.db, id)) throw new AppError('already_subscribed')
    await eraseAccount(ctx, { userId: id, emailKey: account.emailKey }, { reason: 'operator' })
    await recordOperatorAction(ctx, { action: 'account.erased', target: id })
  })
  return { erased: true }
}
