import * as z from 'zod'
import { FALLBACK_LANGUAGE, isLanguage } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { oneLine } from '#server/platform/mail/mail-texts.ts'
import { defineMail, queueMail } from '#server/platform/mail/mail.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'

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
    language: isLanguage(message.language) ? message.language : FALLBACK_LANGUAGE,
    params: { messageId: id },
  })
}

/** To the sender of a message; replies go to support. */
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
