import * as z from 'zod'
import { Category } from '#contracts/catalog/facts.ts'
import type { Language } from '#i18n/languages.ts'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import type { AppContext } from '#server/platform/context.ts'
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
import { searchLink } from './saved-search-rows.ts'
import { countHits, findReporting, type HitStore, readHits } from './search-hits.ts'

const MAX_STORES = 20
const MAX_NAMES = 3

/**
 * The new matches of a saved search, found in the runs from `from` to `at`. It is not sent after an
 * opt-out or when mails were turned off meanwhile.
 */
export const searchMatchesMail = defineMail({
  kind: 'search_matches',
  params: z.object({
    searchId: z.uuid(),
    from: z.iso.datetime(),
    at: z.iso.datetime(),
  }),
  allowsDuplicates: true,
  isBulk: true,
  async compose(ctx, { language, params: { searchId, from, at } }) {
    const search = await findReporting(ctx.db, searchId, 'mails')
    if (!search || !rightsOf(roleAt(search, ctx.now())).hasResearch) return null
    const hits = { searchId, from: new Date(from), to: new Date(at) }
    const stores = await readHits(ctx.db, hits, MAX_STORES)
    if (stores.length === 0) return null
    const count = await countHits(ctx.db, hits)
    const { link: unsubscribeUrl, headers } = await unsubscribeLink(
      ctx,
      { kind: 'search', id: searchId },
      language,
    )
    const content = writeMail(ctx.config, language, 'searchMatches', {
      name: search.first_name,
      fill: {
        search: oneLine(search.name),
        count: mailFormats(language).number(count),
        names: stores
          .slice(0, MAX_NAMES)
          .map(({ name }) => oneLine(name))
          .join(', '),
      },
      sections: [storeSection(ctx, language, { stores, moreCount: count - stores.length })],
      link: searchLink(ctx.config, language, search),
      unsubscribeUrl,
    })
    return { ...content, headers }
  },
})

function storeSection(
  { config }: Pick<AppContext, 'config'>,
  language: Language,
  { stores, moreCount }: { stores: readonly HitStore[]; moreCount: number },
) {
  const words = mailTexts(language).storeWords
  return {
    title: words.heading,
    items: stores.map((store) => ({
      ...storeItem(language, store),
      href: pageLink(config, `/store/${store.id}`, language),
    })),
    ...(moreCount > 0 && {
      more: fillPlaceholders(words.more, { count: mailFormats(language).number(moreCount) }),
    }),
  }
}

/** A line never begins with the dot. */
const SEPARATOR = '\u00a0· '

/** A store in one line of a mail; unknown values are left out. */
function storeItem(language: Language, store: HitStore): { title: string; detail: string } {
  const { storeWords } = mailTexts(language)
  const shared = sharedWords(language)
  const formats = mailFormats(language)
  const category = Category.safeParse(store.category).data
  const parts = [
    oneLine(store.domain),
    store.launch_day === null
      ? storeWords.notDated
      : fillPlaceholders(storeWords.launched, {
          day: formats.day(store.launch_day),
          confidence: shared.confidence[store.launch_confidence],
        }),
    store.country === null ? null : formats.country(store.country),
    category === undefined ? null : shared.category[category],
    store.product_count === null
      ? null
      : fillPlaceholders(storeWords.products, { count: formats.number(store.product_count) }),
  ]
  return {
    title: oneLine(store.name),
    detail: parts.filter((part) => part !== null).join(SEPARATOR),
  }
}
