import type { Erasure } from '#server/platform/erasure.ts'
import { deleteDeliveries } from './webhooks/delivery-queue.ts'

export const erasure: Erasure = {
  async account({ db }, { userId }) {
    const webhooks = await db
      .selectFrom('webhooks')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    const ids = webhooks.map(({ id }) => id)
    await deleteDeliveries(db, 'webhook_id', ids)
  },
}
