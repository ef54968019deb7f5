import * as z from 'zod'
import { isDay } from '#contracts/dates.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { figuresOf } from '#server/features/digest/digest-figures.ts'
import { daysOfWeek } from '#server/features/digest/digest-week.ts'
import { readWeek } from '#server/features/digest/read-week.ts'
import { turnOffLink } from '#server/features/unsubscribe/turn-off-link.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { writeMail } from '#server/mail/write-mail.ts'

/** The public figures of the week, to an address that has confirmed. */
export const newsletterMail = defineMail({
  kind: 'newsletter',
  params: z.object({ subscriptionId: z.uuid(), week: z.string().refine(isDay) }),
  async compose(ctx, { recipient, language, params: { subscriptionId: id, week } }) {
    const subscription = await ctx.db
      .selectFrom('newsletter_subscriptions')
      .select('id')
      .where('id', '=', id)
      .where('email', '=', recipient)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (!subscription) return null
    const figures = await readWeek(ctx.db, week)
    if (figures.stores.now === 0) return null
    const formats = mailFormats(language)
    const { from, to } = daysOfWeek(week)
    const { link: turnOff, headers } = await turnOffLink(ctx, { kind: 'newsletter', id }, language)
    const content = writeMail(ctx.config, language, 'newsletter', {
      name: '',
      fill: {
        total: formats.number(figures.stores.now),
        from: formats.shortDay(from),
        to: formats.shortDay(to),
      },
      figures: figuresOf(language, figures),
      link: accountLink(ctx.config, '/', language),
      turnOffLink: turnOff,
    })
    return { ...content, headers }
  },
})
