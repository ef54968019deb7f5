import { createHash, randomUUID } from 'node:crypto'
import type { sendContactMessage as endpoint } from '#contracts/contact.ts'
import { dayOf } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { FALLBACK_LANGUAGE } from '#i18n/languages.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { emailKeyOf } from '#server/features/auth/email-key.ts'
import { parseAddress } from '#server/mail/parse-address.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { RequestContext } from '#server/route.ts'
import type { ContactLimits } from './contact-limits.ts'
import { contactMail } from './contact-mail.ts'

type Context = RequestContext & { contactLimits: ContactLimits }
type Message = BodyOf<typeof endpoint>

/**
 * Stores the message and queues its mail, both or neither. Two identical messages count as one, so that a second click after a lost answer
 * also reports success.
 * @throws AppError `invalid_email`, `rate_limited`
 */
export async function sendContactMessage(ctx: Context, input: Message): Promise<ResponseOf<typeof endpoint>> {
  const message = { ...input, email: parseAddress(input.email) }
  await ctx.contactLimits.countRequest(ctx.network)
  if (!(await isKept(ctx, message))) {
    await ctx.contactLimits.countMessage(emailKeyOf(message.email))
    await inTransaction(ctx, (ctx) => keep(ctx, message))
  }
  return { message: ctx.say('done_contact_sent') }
}

async function isKept({ db, now }: RequestContext, message: Message): Promise<boolean> {
  const row = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('content_hash', '=', hashOf(message))
    .where('day', '=', dayOf(now()))
    .executeTakeFirst()
  return row !== undefined
}

async function keep(ctx: RequestContext, message: Message): Promise<void> {
  const id = randomUUID()
  const kept = await ctx.db
    .insertInto('contact_messages')
    .values({
      id,
      full_name: message.fullName,
      email: message.email,
      email_key: emailKeyOf(message.email),
      subject: message.subject,
      message: message.message,
      language: ctx.language,
      day: dayOf(ctx.now()),
      content_hash: hashOf(message),
      created_at: ctx.now(),
    })
    // The same message arrived a moment ago.
    .onConflict((conflict) => conflict.columns(['content_hash', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return
  await queueMail(ctx, contactMail, {
    recipient: ctx.config.SUPPORT_EMAIL,
    userId: null,
    language: FALLBACK_LANGUAGE,
    params: { messageId: id },
  })
  ctx.log.info({ event: 'contact.received', messageId: id }, 'message to support kept')
}

const hashOf = ({ fullName, email, subject, message }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([fullName, emailKeyOf(email), subject, message]))
    .digest('base64url')
