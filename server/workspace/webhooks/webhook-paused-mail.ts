import * as z from 'zod'
import { pageLink } from '#server/platform/links.ts'
import { mailTexts, oneLine } from '#server/platform/mail/mail-texts.ts'
import { defineMail } from '#server/platform/mail/mail.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'

/** It is not sent if a test has ended the pause meanwhile. */
export const webhookPausedMail = defineMail({
  kind: 'webhook_paused',
  params: z.object({ webhookId: z.uuid() }),
  // Another webhook may be paused while this mail waits.
  allowsDuplicates: true,
  async compose({ db, config }, { language, params: { webhookId } }) {
    const row = await db
      .selectFrom('webhooks')
      .innerJoin('users', 'users.id', 'webhooks.user_id')
      .select(['webhooks.url', 'webhooks.last_status', 'users.first_name'])
      .where('webhooks.id', '=', webhookId)
      .where('webhooks.paused_at', 'is not', null)
      .where('users.deletion_requested_at', 'is', null)
      .where('users.locked_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const words = mailTexts(language).webhookWords
    // Its path and query may hold the receiver's secret.
    const host = oneLine(new URL(row.url).host)
    return writeMail(config, language, 'webhookPaused', {
      name: row.first_name,
      fill: { label: host },
      figures: [
        { label: words.receiver, value: host },
        {
          label: words.lastAnswer,
          value: row.last_status ? `HTTP ${row.last_status}` : words.none,
        },
      ],
      link: pageLink(config, '/settings/api', language),
    })
  },
})
