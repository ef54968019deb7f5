import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { findPublishedAddress } from './find-published-address.ts'
import { createToken, digestMailToken } from './opt-out-token.ts'

const VALID_MS = DAY_MS

/** Its link is created at sending time, unless the store is gone or publishes another address by then. */
export const optOutMail = defineMail({
  kind: 'opt_out',
  params: z.object({ domain: z.string() }),
  // Several stores may share one mailbox.
  keepsEach: true,
  async compose(ctx, { recipient, language, params: { domain } }) {
    if ((await findPublishedAddress(ctx.db, domain)) !== recipient) return null
    const token = createToken()
    await ctx.db
      .insertInto('opt_out_requests')
      .values({
        domain,
        token_hash: digestMailToken(token),
        expires_at: new Date(ctx.now().getTime() + VALID_MS),
      })
      .execute()
    const link = accountLink(ctx.config, '/opt-out', language, { domain, token })
    return writeMail(ctx.config, language, 'optOut', { name: '', link, fill: { domain } })
  },
})
