import type { SearchView } from '#contracts/saved-searches.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'

/** The search's list, latest first. `search` identifies the search, so that the shown stores count as seen. */
export function searchLink(
  config: AppContext['config'],
  language: Language,
  { id, view, query }: { id: string; view: SearchView; query: string },
): string {
  return accountLink(config, '/list', language, {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(view !== 'stores' && { view }),
    // Products have a separate order.
    ...(view !== 'products' && { sortBy: 'visibleAt' }),
    search: id,
  })
}
