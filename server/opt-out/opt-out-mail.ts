import { sql } from 'kysely'
import * as z from 'zod'
import { isEmail } from '#contracts/account/credentials.ts'
import { DAY_MS } from '#contracts/dates.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { pageLink } from '#server/platform/links.ts'
import { defineMail } from '#server/platform/mail/mail.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'
import { createToken, hashMailToken } from './proofs.ts'

const TOKEN_LIFETIME_MS = DAY_MS

/** Its link is created at sending time, unless the store is gone or publishes another address by then. */
export const optOutMail = defineMail({
  kind: 'opt_out',
  params: z.object({ domain: z.string() }),
  // Several stores may share one mailbox.
  allowsDuplicates: true,
  async compose(ctx, { recipient, language, params: { domain } }) {
    if ((await findPublishedAddress(ctx.db, domain)) !== recipient) return null
    const token = createToken()
    await ctx.db
      .insertInto('opt_out_requests')
      .values({
        domain,
        token_hash: hashMailToken(token),
        expires_at: new Date(ctx.now().getTime() + TOKEN_LIFETIME_MS),
      })
      .execute()
    const link = pageLink(ctx.config, '/opt-out', language, { domain, token })
    return writeMail(ctx.config, language, 'optOut', { name: '', link, fill: { domain } })
  },
})

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
