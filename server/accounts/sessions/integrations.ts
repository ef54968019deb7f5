import { sql } from 'kysely'
import { integrationCreatedMail } from '#server/accounts/account-mails.ts'
import { lockOwnAccount, requireOpenSession } from '#server/accounts/account-state.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { type AuditEvent, recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { AppError, notFound, planRequired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import {
  endIntegrations,
  includesIntegration,
  type Integration,
} from '#server/platform/session/integrations.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { requireFresh } from './reauthentication.ts'

type NewIntegration<Row> = {
  /** By which its owner recognises it in the mail. */
  label: string
  /** How many an account may have. */
  limit?: { most: number; refusal: ErrorCode }
  insert: (db: Db) => Promise<Row>
  /** The event, if it is another than that of a new one. */
  eventOf?: (row: Row) => AuditEvent['kind']
}

/**
 * Makes an API key, a feed or a webhook: each acts without a session from then on, so it needs a
 * recent proof of identity, and its owner gets a mail.
 * @throws AppError `plan_required`, `fresh_sign_in_required`, `session_expired`, or the refusal of
 * the limit
 */
export async function createIntegration<Row extends { id: string }>(
  ctx: AccountRequest,
  integration: Integration,
  { label, limit, insert, eventOf }: NewIntegration<Row>,
): Promise<Row> {
  const { userId, role, email, firstName } = requireViewer(ctx)
  if (!includesIntegration(role, integration)) throw planRequired()
  await requireFresh(ctx, { acceptsSignIn: true })
  return inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls count one after the other, and an ended session creates
    // nothing.
    await lockOwnAccount(ctx.db, userId)
    await requireOpenSession(ctx)
    if (limit && (await countOf(ctx, integration)) >= limit.most) throw new AppError(limit.refusal)
    const row = await insert(ctx.db)
    await queueMail(ctx, integrationCreatedMail, {
      recipient: email,
      userId,
      language: ctx.language,
      params: { name: firstName, kind: integration.kind, label },
    })
    await recordAuditEvent(ctx, {
      kind: eventOf?.(row) ?? integration.created,
      userId,
      network: ctx.network,
      detail: { id: row.id },
    })
    return row
  })
}

async function countOf(ctx: RequestContext, { table }: Integration): Promise<number> {
  const { rows } = await sql`
    select from ${sql.table(table)} where user_id = ${requireViewer(ctx).userId}`.execute(ctx.db)
  return rows.length
}

/**
 * Its owner may end it whatever the plan includes now.
 * @throws AppError `not_found`, also for another account's
 */
export async function deleteIntegration(
  ctx: RequestContext,
  integration: Integration,
  id: string,
): Promise<void> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    if ((await endIntegrations(ctx, integration, { userId, id, reason: 'owner' })) === 0)
      throw notFound()
  })
}
