import * as z from 'zod'
import { isDay } from '#contracts/dates.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { turnOffLink } from '#server/features/unsubscribe/turn-off-link.ts'
import type { LetterSection } from '#server/mail/letter.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { SearchCount } from './count-searches.ts'
import { figuresOf } from './digest-figures.ts'
import { productSection, searchSection } from './digest-sections.ts'
import { daysOfWeek } from './digest-week.ts'
import { readWeek } from './read-week.ts'
import { readTopProducts } from './top-products.ts'

/** The week in figures. `searches`: the number of matches for each saved search of the account. */
export const digestMail = defineMail({
  kind: 'digest',
  params: z.object({
    week: z.string().refine(isDay),
    searches: z.array(z.object({ id: z.uuid(), count: z.int() })),
  }),
  async compose(ctx, { userId, language, params: { week, searches } }) {
    const reader = userId === null ? undefined : await findReader(ctx, userId)
    if (!reader) return null
    const figures = await readWeek(ctx.db, week)
    if (figures.stores.now === 0) return null
    const isPaid = rightsOf(reader.role).hasResearch
    const formats = mailFormats(language)
    const { from, to } = daysOfWeek(week)
    const { link: turnOff, headers } = await turnOffLink(ctx, { kind: 'digest', id: reader.id }, language)
    const content = writeMail(ctx.config, language, 'digest', {
      name: reader.first_name,
      fill: {
        total: formats.number(figures.stores.now),
        from: formats.shortDay(from),
        to: formats.shortDay(to),
      },
      figures: figuresOf(language, figures),
      sections: isPaid ? await paidSections(ctx, language, { userId: reader.id, week, searches }) : [],
      link: accountLink(ctx.config, isPaid ? '/app' : '/', language),
      turnOffLink: turnOff,
    })
    return { ...content, headers }
  },
})

/** The account at the moment when the mail is sent; undefined when the mail should no longer be sent. */
const findReader = ({ db }: Pick<AppContext, 'db'>, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'role'])
    .where('id', '=', userId)
    .where('email_updates', '=', true)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()

async function paidSections(
  ctx: AppContext,
  language: Language,
  { userId, week, searches }: { userId: string; week: string; searches: readonly SearchCount[] },
): Promise<LetterSection[]> {
  const products = await readTopProducts(ctx.db, week)
  const named = await ctx.db
    .selectFrom('saved_searches')
    .select(['id', 'name', 'view', 'query'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return [
    productSection(ctx.config, language, products),
    searchSection(ctx.config, language, named, searches),
  ].filter(({ items }) => items.length > 0)
}
