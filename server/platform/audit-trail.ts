import { HOUR_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { randomUUID } from 'node:crypto'
import type { Db } from './db/schema.ts'
import { redactTokens } from './redact-tokens.ts'

export type AuditEvent = {
  kind:
    | 'account.created'
    | 'account.verified'
    | 'account.deletion_requested'
    | 'account.deletion_undone'
    | 'account.erased'
    | 'account.exported'
    | 'signin.succeeded'
    | 'signin.failed'
    | 'signin.locked'
    | 'identity.linked'
    | 'identity.refused'
    | 'session.revoked'
    | 'sessions.revoked_all'
    | 'session.proven'
    | 'api_key.created'
    | 'api_key.deleted'
    | 'second_factor.asked'
    | 'second_factor.wrong_code'
    | 'second_factor.recovery_used'
    | 'second_factor.on'
    | 'second_factor.off'
    | 'password.changed'
    | 'password.reset_requested'
    | 'password.reset'
    | 'email.change_requested'
    | 'email.change_cancelled'
    | 'email.changed'
    | 'profile.changed'
    | 'photo.changed'
    | 'preferences.changed'
    | 'role.changed'
    | 'billing.checkout_opened'
    | 'billing.change_confirmed'
    | 'billing.cancelled'
    | 'billing.resumed'
    | 'billing.portal_opened'
    | 'billing.payment_received'
    | 'billing.payment_failed'
    | 'billing.price_refused'
    | 'billing.duplicate_cancelled'
    | 'billing.renewal_stopped'
    | 'billing.webhook_refused'
    | 'export.started'
    | 'feed.created'
    | 'feed.renewed'
    | 'feed.revoked'
    | 'webhook.created'
    | 'webhook.deleted'
    | 'access.plan_required'
    | 'access.refused'
    | 'access.too_much'
    | 'opt_out.confirmed'
    | 'secret.reset'
    | 'operator.enrolled'
    | 'operator.removed'
    | 'operator.opened'
    | 'operator.wrong_code'
    | 'operator.closed'
    | 'operator.action'
  userId: UserId | null
  /** The caller's network as the limits count it; null for an event without a request. */
  network: string | null
  /** Never an address, a password or a token. */
  detail?: Record<string, unknown>
}

type Deps = { db: Db; now: () => Date }

/** Inside a transaction pass its context. */
export async function recordAuditEvent({ db, now }: Deps, event: AuditEvent): Promise<void> {
  await db.insertInto('audit_events').values(rowOf(event, now())).execute()
}

type RefusalEvent = AuditEvent & {
  kind: 'access.plan_required' | 'access.refused'
  detail: { endpoint: string | undefined; code?: string }
}

/**
 * One row per caller, call, code and hour, with a count: a caller can repeat a refused call without
 * end.
 */
export async function recordRefusal({ db, now }: Deps, event: RefusalEvent): Promise<void> {
  const { kind, userId, network, detail } = event
  const hour = Math.floor(now().getTime() / HOUR_MS)
  const key = [hour, kind, userId ?? network, detail.endpoint, detail.code].join(' ')
  await db
    .insertInto('audit_events')
    .values({ ...rowOf(event, now()), shared_key: key })
    .onConflict((conflict) =>
      conflict
        .column('shared_key')
        .doUpdateSet((row) => ({ times: row('audit_events.times', '+', 1) })),
    )
    .execute()
}

const rowOf = ({ kind, userId, network, detail = {} }: AuditEvent, at: Date) => ({
  id: randomUUID(),
  at,
  kind,
  user_id: userId,
  network,
  detail: redactTokens(JSON.stringify(detail)),
})
