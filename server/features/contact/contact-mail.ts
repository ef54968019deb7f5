import * as z from 'zod'
import { isLanguage, languageInfo } from '#i18n/languages.ts'
import { formatMoment } from '#server/mail/format-moment.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { mailTexts } from '#server/mail/mail-texts.ts'
import { oneLine } from '#server/mail/one-line.ts'
import { writeMail } from '#server/mail/write-mail.ts'

/** To support; replies go to the sender. Until the mail is sent, only the database holds the message. */
export const contactMail = defineMail({
  kind: 'contact_message',
  params: z.object({ messageId: z.uuid() }),
  keepsEach: true,
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
