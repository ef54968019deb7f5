import type { SearchView } from '#contracts/saved-searches.ts'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'
import { accountLink } from '#server/features/auth/mails/account-link.ts'

/**
 * The list as the search has it, what came last first. `search` tells the list which one it is, so that what it shows counts as seen.
 */
export function searchLink(
  config: AppContext['config'],
  language: Language,
  { id, view, query }: { id: string; view: SearchView; query: string },
): string {
  return accountLink(config, '/list', language, {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...(view !== 'stores' && { view }),
    // Products have an order of their own.
    ...(view !== 'products' && { sortBy: 'visibleAt' }),
    search: id,
  })
}
