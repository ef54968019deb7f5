import type { Erasure } from '#server/platform/erasure.ts'
import { stopRenewalsJob } from './job-queues.ts'
import { isRenewing } from './stop-renewals.ts'

export const erasure: Erasure = {
  closing: ({ db, jobs }) => jobs.enqueue(db, stopRenewalsJob, {}),
  // No failure of the run: the provider is asked again each night, and only then can the next run
  // erase the account.
  async isTooEarly({ db, log }, userId) {
    if (!(await isRenewing(db, userId))) return false
    log.error(
      { event: 'account.still_charged', userId },
      'a deleted account is not erased while its subscription renews: end it at the payment provider',
    )
    return true
  },
  // The provider's events about a customer name no one else.
  account: ({ db }, { userId }) =>
    db
      .deleteFrom('billing_events')
      .where('customer_id', 'in', (where) =>
        where.selectFrom('billing_customers').select('customer_id').where('user_id', '=', userId),
      )
      .execute(),
}
