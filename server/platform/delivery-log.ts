import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  DeliveryChannel,
  DeliveryOutcome,
  DeliveryReason,
} from '#contracts/workspace/deliveries.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from './context.ts'

type Failure = {
  /** The answer of the receiver, if there was one. */
  status: number | null
  reason: DeliveryReason
  /** Null if it is not tried again. */
  nextAt: Date | null
}

type Attempt = {
  userId: UserId
  channel: DeliveryChannel
  kind: string
  subject: string | null
  target: string
  /** The same for every attempt. */
  messageId: string
  outcome: DeliveryOutcome
  failure: Failure | null
}

/**
 * Keeps one attempt for its account to read. A mail to another address than the account's is not
 * kept: whether one was sent there may tell its sender who else has an account.
 */
export async function recordDelivery(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  attempt: Attempt,
): Promise<void> {
  const { userId, channel, kind, subject, target, messageId, outcome, failure } = attempt
  await sql`
    insert into delivery_log
      (id, user_id, channel, subject_kind, subject, target, message_id, at, outcome, status, reason, next_at)
    select ${randomUUID()}::uuid, id, ${channel}, ${kind}, ${subject}, ${target}, ${messageId}::uuid, ${now()}::timestamptz,
      ${outcome}, ${failure?.status ?? null}::integer, ${failure?.reason ?? null}, ${failure?.nextAt ?? null}::timestamptz
    from users where id = ${userId} and (${channel !== 'mail'}::boolean or email = ${target})
    for key share`.execute(db)
}
