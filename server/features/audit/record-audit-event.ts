import { randomUUID } from 'node:crypto'
import type { AppContext } from '#server/context.ts'

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
    | 'access.plan_required'
    | 'access.refused'
    | 'access.too_much'
    | 'opt_out.confirmed'
  userId: string | null
  /** The caller's network as limits count it; null for what no request caused. */
  network: string | null
  /** Never an address, a password or a token. */
  detail?: Record<string, unknown>
}

/** Appends to the security log; inside a transaction hand over its context. */
export async function recordAuditEvent(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  event: AuditEvent,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id: randomUUID(),
      at: now(),
      kind: event.kind,
      user_id: event.userId,
      network: event.network,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute()
}
