import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { sendContactMessage as endpoint } from '#contracts/site/contact.ts'
import { dayOf } from '#contracts/dates.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { FALLBACK_LANGUAGE, isLanguage, languageInfo, languageOrFallback } from '#i18n/languages.ts'
import { limits } from '#server/site/limits.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { emailKeyOf, parseAddress } from '#server/platform/mail/email-address.ts'
import { formatMoment, mailTexts, oneLine } from '#server/platform/mail/mail-texts.ts'
import { defineMail, queueMail } from '#server/platform/mail/mail.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'

type Message = BodyOf<typeof endpoint>

/**
 * Stores the message and queues its mail, both or neither. Two identical messages count as one, so
 * that a second click after a lost answer also reports success.
 * @throws AppError `invalid_email`, `rate_limited`
 */
export async function sendContactMessage(
  ctx: RequestContext,
  input: Message,
): Promise<ResponseOf<typeof endpoint>> {
  const message = { ...input, email: parseAddress(input.email) }
  if (!(await isStored(ctx, message))) {
    // Refused openly: the sender must not believe that an ignored message was accepted.
    await ctx.limits.consume(limits.contactAddress, emailKeyOf(message.email))
    await inTransaction(ctx, (ctx) => storeMessage(ctx, message))
  }
  return { message: ctx.say('done_contact_sent') }
}

async function isStored({ db, now }: RequestContext, message: Message): Promise<boolean> {
  const row = await db
    .selectFrom('contact_messages')
    .select('id')
    .where('content_hash', '=', hashOf(message))
    .where('day', '=', dayOf(now()))
    .executeTakeFirst()
  return row !== undefined
}

async function storeMessage(ctx: RequestContext, message: Message): Promise<void> {
  const id = randomUUID()
  const stored = await ctx.db
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
  if (!stored) return
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

/**
 * To support; replies go to the sender. Until the mail is sent, only the database holds the
 * message.
 */
export const contactMail = defineMail({
  kind: 'contact_message',
  params: z.object({ messageId: z.uuid() }),
  allowsDuplicates: true,
  async compose(ctx, { language, params: { messageId } }) {
    const row = await ctx.db
      .selectFrom('contact_messages')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!row) return null
    const words = mailTexts(language).contactWords
    const [topic, sender] = [oneLine(row.subject), oneLine(row.full_name)]
    const content = writeMail(ctx.config, language, 'contact', {
      name: '',
      fill: { topic, sender },
      facts: [{ label: 'time', value: formatMoment(language, row.created_at) }],
      figures: [
        { label: words.name, value: sender },
        { label: words.email, value: row.email },
        { label: words.topic, value: row.subject },
        {
          label: words.language,
          value: isLanguage(row.language) ? languageInfo[row.language].label : row.language,
        },
      ],
      quote: row.message,
    })
    return { ...content, replyTo: row.email }
  },
})

/**
 * Answers a message by mail, or closes it with null. Call it inside a transaction.
 * @throws AppError `not_found`, or `conflict` once it was answered or closed
 */
export async function answerMessage(
  ctx: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  id: string,
  answer: string | null,
): Promise<void> {
  const message = await ctx.db
    .selectFrom('contact_messages')
    .select(['email', 'language', 'answered_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw notFound()
  if (message.answered_at) throw new AppError('conflict')
  await ctx.db
    .updateTable('contact_messages')
    .set({ answered_at: ctx.now(), answer })
    .where('id', '=', id)
    .execute()
  if (answer === null) return
  await queueMail(ctx, contactReplyMail, {
    recipient: message.email,
    userId: null,
    language: languageOrFallback(message.language),
    params: { messageId: id },
  })
}

/** Replies go to support. */
export const contactReplyMail = defineMail({
  kind: 'contact_reply',
  params: z.object({ messageId: z.uuid() }),
  allowsDuplicates: true,
  async compose({ db, config }, { language, params: { messageId } }) {
    const row = await db
      .selectFrom('contact_messages')
      .select(['full_name', 'subject', 'answer'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!row || row.answer === null) return null
    const content = writeMail(config, language, 'contactReply', {
      name: row.full_name,
      fill: { topic: oneLine(row.subject) },
      quote: row.answer,
    })
    return { ...content, replyTo: config.SUPPORT_EMAIL }
  },
})
