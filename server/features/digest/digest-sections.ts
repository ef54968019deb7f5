import type { SearchView } from '#contracts/saved-searches.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'
import { searchLink } from '#server/features/saved-searches/search-link.ts'
import type { LetterSection } from '#server/mail/letter.ts'
import { mailFormats } from '#server/mail/mail-formats.ts'
import { fillPlaces, mailTexts } from '#server/mail/mail-texts.ts'
import { oneLine } from '#server/mail/one-line.ts'
import type { SearchCount } from './count-searches.ts'
import type { TopProduct } from './top-products.ts'

export function productSection(
  config: AppContext['config'],
  language: Language,
  products: readonly TopProduct[],
): LetterSection {
  const words = mailTexts(language).digestWords
  return {
    title: words.topProducts,
    items: products.map(({ store_id, product_id, title, store, stores }) => ({
      title: oneLine(title),
      href: accountLink(config, `/product/${store_id}-${product_id}`, language),
      detail: fillPlaces(words.inStores, {
        store: oneLine(store),
        count: mailFormats(language).number(stores),
      }),
    })),
  }
}

type NamedSearch = { id: string; name: string; view: SearchView; query: string }

/** Searches that still exist. */
export function searchSection(
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
      const detail = fillPlaces(words.newMatches, { count: mailFormats(language).number(count) })
      return [{ title: oneLine(search.name), href: searchLink(config, language, search), detail }]
    }),
  }
}
