import type { AppContext } from '#server/context.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { mailTo, type BilledPerson } from './billed-person.ts'
import { isLiving, type SubscriptionRow } from './living-subscription.ts'
import { subscriptionCancelledMail, subscriptionEndedMail } from './mails/billing-mails.ts'

type Change = {
  before: readonly SubscriptionRow[]
  after: readonly SubscriptionRow[]
  current: SubscriptionRow | undefined
}

/**
 * Inside the transaction that applies the provider's state: reports a cancellation made elsewhere, such as at the provider, and an end that
 * the customer did not request here.
 */
export async function tellEnding(
  ctx: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  person: BilledPerson,
  { before, after, current }: Change,
): Promise<void> {
  const old = new Map(before.map((row) => [row.subscription_id, row]))
  for (const row of after) {
    const was = old.get(row.subscription_id)
    if (!was || !isLiving(was)) continue
    if (isLiving(row) && row.cancel_at_period_end && !was.cancel_at_period_end) {
      await tellCancelled(ctx, person, row)
    } else if (row.status === 'ended' && current === undefined) {
      const params = { name: person.first_name, plan: row.plan }
      await queueMail(ctx, subscriptionEndedMail, { ...mailTo(person), params })
    }
  }
}

export async function tellCancelled(
  ctx: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  person: BilledPerson,
  { plan, period_ends_at: endsAt }: Pick<SubscriptionRow, 'plan' | 'period_ends_at'>,
): Promise<void> {
  await queueMail(ctx, subscriptionCancelledMail, {
    ...mailTo(person),
    params: { name: person.first_name, plan, endsAt: endsAt.toISOString() },
  })
}
