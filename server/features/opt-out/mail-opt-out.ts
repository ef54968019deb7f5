import type { OptOutMailAsked, OptOutRequest } from '#contracts/opt-out.ts'
import type { RequestContext } from '#server/route.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findPublishedAddress } from './find-published-address.ts'
import { readDomain } from './opt-out-domain.ts'
import type { OptOutLimits } from './opt-out-limits.ts'
import { optOutMail } from './opt-out-mail.ts'

type Context = RequestContext & { optOutLimits: OptOutLimits }

/**
 * Reading a mail sent to the store's published address proves ownership. The answer does not reveal whether we know the store or the
 * address.
 */
export async function mailOptOut(ctx: Context, input: OptOutRequest): Promise<OptOutMailAsked> {
  const domain = readDomain(input.domain)
  await ctx.optOutLimits.countRequest(ctx.network)
  const recipient = await findPublishedAddress(ctx.db, domain)
  if (recipient !== null && (await ctx.optOutLimits.countMail(domain)))
    await inTransaction(ctx, (ctx) =>
      queueMail(ctx, optOutMail, {
        recipient,
        userId: null,
        language: ctx.language,
        params: { domain },
      }),
    )
  return { domain, message: ctx.say('done_opt_out_mail') }
}
