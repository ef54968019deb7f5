import { sql } from 'kysely'
import type { Erasure } from '#server/platform/erasure.ts'

export const erasure: Erasure = {
  async account({ db }, { userId, emailKey }) {
    // Only a confirmed account proves who owns the address. An unconfirmed sign-up may come from a
    // stranger, so erasing it must not delete the owner's data.
    const isTheirs = sql<boolean>`email_key = ${emailKey} and exists (
      select from users where id = ${userId} and email_verified_at is not null)`
    await db.deleteFrom('contact_messages').where(isTheirs).execute()
    await db.deleteFrom('newsletter_subscriptions').where(isTheirs).execute()
  },
}
