import type { forgotPassword as endpoint } from '#contracts/auth.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { parseAddress } from '#server/mail/parse-address.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import { emailKeyOf } from './email-key.ts'
import type { MailRequestLimits } from './mail-request-limits.ts'
import { resetPasswordMail } from './mails/password-mails.ts'

type Context = RequestContext & { mailRequestLimits: MailRequestLimits }

/** Runs the same statements for every address and queues a mail. Composing the mail decides whether it is sent. */
export async function forgotPassword(
  ctx: Context,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const email = parseAddress(input.email)
  const isWithinLimit = await ctx.mailRequestLimits.reset(ctx.network, emailKeyOf(email))
  if (isWithinLimit) await inTransaction(ctx, (ctx) => requestReset(ctx, email))
  return { message: ctx.say('done_reset_sent') }
}

async function requestReset(ctx: RequestContext, email: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email_key', '=', emailKeyOf(email))
    .executeTakeFirst()
  await queueMail(ctx, resetPasswordMail, {
    // The account's spelling: another spelling of the same key could be another mailbox.
    recipient: user?.email ?? email,
    userId: user?.id ?? null,
    language: ctx.language,
    params: {},
  })
  await recordAuditEvent(ctx, {
    kind: 'password.reset_requested',
    userId: user?.id ?? null,
    network: ctx.network,
  })
}
