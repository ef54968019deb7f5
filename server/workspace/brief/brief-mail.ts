import * as z from 'zod'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { pageLink } from '#server/platform/links.ts'
import { mailTexts } from '#server/platform/mail/mail-texts.ts'
import { defineMail } from '#server/platform/mail/mail.ts'
import { unsubscribeLink } from '#server/platform/mail/unsubscribe-link.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'
import { joinBriefs, presentItems, readItems } from './brief-items.ts'
import { sectionsOf } from './brief-sections.ts'
import { presentSettings, readSettingsRow } from './brief-settings.ts'
import { createBriefWords } from './brief-words.ts'
import { findRecipient } from './recipient.ts'

/**
 * A brief, or those of an hour of news at once. It is not sent when its mails were turned off
 * meanwhile, unless it is a test.
 */
export const briefMail = defineMail({
  kind: 'brief',
  params: z.object({ briefIds: z.array(z.uuid()) }),
  allowsDuplicates: true,
  isBulk: true,
  async compose(ctx, { userId, language, params: { briefIds } }) {
    if (userId === null) return null
    const briefs = await readBriefs(ctx, userId, briefIds)
    const [first] = briefs
    const recipient = await findRecipient(ctx, userId)
    if (!recipient || !first) return null
    const settings = await readSettingsRow(ctx.db, userId)
    if (first.kind !== 'test' && !settings?.mail) return null
    const contents = await presentItems(ctx, joinBriefs(await readItems(ctx.db, briefs)))
    const words = createBriefWords(language, presentSettings(settings).timeZone)
    const sections = sectionsOf(ctx.config, language, words, contents)
    // The stores of all its items were erased meanwhile.
    if (sections.length === 0) return null
    const { link: unsubscribeUrl, headers } = await unsubscribeLink(
      ctx,
      { kind: 'brief', id: userId },
      language,
    )
    const template = first.kind === 'atOnce' ? 'newsAtOnce' : 'brief'
    const content = writeMail(ctx.config, language, template, {
      name: recipient.firstName,
      fill: {
        summary: words.summary(contents.counts),
        first: words.first(contents),
        since: words.moment(contents.since),
      },
      sections,
      link: pageLink(ctx.config, '/app', language),
      secondLink: pageLink(ctx.config, '/settings/brief', language),
      unsubscribeUrl,
    })
    const subject =
      first.kind === 'test'
        ? `${mailTexts(language).briefWords.test} ${content.subject}`
        : content.subject
    return { ...content, subject, headers }
  },
})

const readBriefs = ({ db }: Pick<AppContext, 'db'>, userId: UserId, ids: readonly string[]) =>
  db
    .selectFrom('briefs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('until')
    .execute()
