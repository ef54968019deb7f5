import { sql } from 'kysely'
import { isEmail } from '#contracts/email-pattern.ts'
import type { Db } from '#server/context.ts'

/**
 * The contact address published by the store that answers at exactly this domain (or has it as its platform address). Addresses of stores
 * below the domain or of redirect targets do not count: a mailbox is proof only for its own store.
 */
export async function findPublishedAddress(db: Db, domain: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from stores
    where id in (
        select id from stores where domain in (${domain}, ${`www.${domain}`})
        union select store_id from store_keys where key = ${`shop:${domain}`})
      and (domain in (${domain}, ${`www.${domain}`}) or lower(shop) = ${domain})
      and email is not null and email_state is distinct from 'no_mx'
    order by visible_at desc, id desc limit 1`.execute(db)
  const email = rows[0]?.email ?? ''
  return isEmail(email) ? email : null
}
