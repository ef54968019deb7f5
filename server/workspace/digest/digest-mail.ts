import * as z from 'zod'
import { isDay } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { Category } from '#contracts/catalog/facts.ts'
import type { SearchView } from '#contracts/workspace/saved-searches.ts'
import type { Language } from '#i18n/languages.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { LetterSection } from '#server/platform/mail/letter.ts'
import {
  fillPlaceholders,
  mailFormats,
  mailTexts,
  oneLine,
  sharedWords,
} from '#server/platform/mail/mail-texts.ts'
import { defineMail } from '#server/platform/mail/mail.ts'
import { unsubscribeLink } from '#server/platform/mail/unsubscribe-link.ts'
import { pageLink } from '#server/platform/links.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { searchLink } from '#server/workspace/saved-searches/saved-search-rows.ts'
import {
  type Comparison,
  daysOfWeek,
  readTopProducts,
  readWeek,
  type SearchCount,
  type Share,
  type TopProduct,
  type WeekFigures,
} from './weekly-figures.ts'

/** `searches`: the number of matches for each saved search of the account. */
export const digestMail = defineMail({
  kind: 'digest',
  isBulk: true,
  params: z.object({
    week: z.string().refine(isDay),
    searches: z.array(z.object({ id: z.uuid(), count: z.int() })),
  }),
  async compose(ctx, { userId, language, params: { week, searches } }) {
    const recipient = userId === null ? undefined : await findRecipient(ctx, userId)
    if (!recipient) return null
    const news = await readWeekNews(ctx, language, week)
    if (!news) return null
    const isPaid = rightsOf(roleAt(recipient, ctx.now())).hasResearch
    const { link: unsubscribeUrl, headers } = await unsubscribeLink(
      ctx,
      { kind: 'digest', id: recipient.id },
      language,
    )
    const content = writeMail(ctx.config, language, 'digest', {
      name: recipient.first_name,
      ...news,
      sections: isPaid
        ? await paidSections(ctx, language, { userId: recipient.id, week, searches })
        : [],
      link: pageLink(ctx.config, isPaid ? '/app' : '/', language),
      unsubscribeUrl,
    })
    return { ...content, headers }
  },
})

/**
 * The account at the moment when the mail is sent; undefined when the mail should no longer be
 * sent.
 */
const findRecipient = ({ db }: Pick<AppContext, 'db'>, userId: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'role', 'plan_until'])
    .where('id', '=', userId)
    .where('email_updates', '=', true)
    .where('deletion_requested_at', 'is', null)
    .where('locked_at', 'is', null)
    .executeTakeFirst()

async function paidSections(
  ctx: AppContext,
  language: Language,
  { userId, week, searches }: { userId: UserId; week: string; searches: readonly SearchCount[] },
): Promise<LetterSection[]> {
  const products = await readTopProducts(ctx, week)
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

function productSection(
  config: AppContext['config'],
  language: Language,
  products: readonly TopProduct[],
): LetterSection {
  const words = mailTexts(language).digestWords
  return {
    title: words.topProducts,
    items: products.map(({ store_id, product_id, title, store, stores }) => ({
      title: oneLine(title),
      href: pageLink(config, `/product/${store_id}-${product_id}`, language),
      detail: fillPlaceholders(words.inStores, {
        store: oneLine(store),
        count: mailFormats(language).number(stores),
      }),
    })),
  }
}

type NamedSearch = { id: string; name: string; view: SearchView; query: string }

function searchSection(
  config: AppContext['config'],
  language: Language,
  named: readonly NamedSearch[],
  counts: readonly SearchCount[],
): LetterSection {
  const words = mailTexts(language).digestWords
  const countOf = new Map(counts.map(({ id, count }) => [id, count]))
  return {
    title: words.searches,
    items: named.flatMap((search) => {
      const count = countOf.get(search.id)
      if (count === undefined) return []
      const detail = fillPlaceholders(words.newMatches, {
        count: mailFormats(language).number(count),
      })
      return [{ title: oneLine(search.name), href: searchLink(config, language, search), detail }]
    }),
  }
}

/** What the mails about a week tell of it; null for a week without stores. */
export async function readWeekNews(ctx: AppContext, language: Language, week: string) {
  const figures = await readWeek(ctx, week)
  if (figures.stores.now === 0) return null
  const formats = mailFormats(language)
  const { from, to } = daysOfWeek(week)
  return {
    fill: {
      total: formats.number(figures.stores.now),
      from: formats.shortDay(from),
      to: formats.shortDay(to),
    },
    figures: presentFigures(language, figures),
  }
}

/** Missing figures are left out. */
function presentFigures(language: Language, week: WeekFigures): { label: string; value: string }[] {
  const words = mailTexts(language).digestWords
  const formats = mailFormats(language)
  const { category } = sharedWords(language)
  const shares = (list: readonly Share[], nameOf: (value: string) => string) =>
    list.map(({ value, stores }) => `${nameOf(value)}\u00a0(${formats.number(stores)})`).join(', ')
  const categoryOf = (value: string) => {
    const known = Category.safeParse(value).data
    return known ? category[known] : value
  }
  const { busiestDay } = week
  return [
    { label: words.stores, value: formatComparison(language, week.stores) },
    { label: words.leads, value: formatComparison(language, week.leads) },
    { label: words.trending, value: formatComparison(language, week.trending) },
    {
      label: words.busiestDay,
      value: busiestDay
        ? `${formats.weekday(busiestDay.day)} (${formats.number(busiestDay.stores)})`
        : '',
    },
    { label: words.categories, value: shares(week.categories, categoryOf) },
    { label: words.countries, value: shares(week.countries, formats.country) },
  ].filter(({ value }) => value !== '')
}

function formatComparison(language: Language, { now, before }: Comparison): string {
  const words = mailTexts(language).digestWords
  const { number, change } = mailFormats(language)
  if (before === 0) return fillPlaceholders(words.comparedWithNone, { now: number(now) })
  const places = {
    now: number(now),
    before: number(before),
    change: change((now - before) / before),
  }
  return fillPlaceholders(words.compared, places)
}
