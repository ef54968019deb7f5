import { sql } from 'kysely'
import type { MailHostState, MailState } from '#contracts/catalog/facts.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/schema.ts'

export type Verdict = Database['contact_bounces']['verdict']

type Said = {
  /** For everybody. */
  isBounced: boolean
  /** What the account itself says of the address: it knows better than all others. */
  own: Verdict | null | undefined
}

export function mailStateOf<Host extends MailHostState | null>(
  host: Host,
  { isBounced, own }: Said,
): MailState | Host {
  return own === 'bounced' || (isBounced && own !== 'arrives') ? 'bounced' : host
}

/** Of the address in the row of `stores`. */
export const ownVerdict = (userId: UserId) =>
  sql<Verdict | null>`(select verdict from contact_bounces where user_id = ${userId}
    and store_id = stores.id and address = lower(stores.email) and lifted_at is null)`.as(
    'own_verdict',
  )

type SeenMails = { storeId: StoreId; addresses: readonly string[] }

/**
 * A visit that read an address on the shop again ends what was said of it before. Call it in the
 * visit's transaction once its stores are locked, and before it writes them.
 */
export async function liftBounces(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  seen: readonly SeenMails[],
): Promise<void> {
  const mails = seen.flatMap(({ storeId, addresses }) =>
    addresses.map((address) => ({ storeId, address })),
  )
  if (mails.length === 0) return
  await sql`
    with seen as (
      select * from unnest(${mails.map(({ storeId }) => storeId)}::bigint[], ${mails.map(({ address }) => address)}::text[]) as t (id, mail)),
    lifted as (
      update contact_bounces set lifted_at = ${now()} from seen
      where store_id = id and address = mail and lifted_at is null)
    delete from bounced_contacts using seen where store_id = id and address = mail`.execute(db)
}
