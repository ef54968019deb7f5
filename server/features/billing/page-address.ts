import { FALLBACK_LANGUAGE, type Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'

/** The return address for the provider's pages. */
export function pageAddress(
  { PUBLIC_ORIGIN }: Pick<AppContext['config'], 'PUBLIC_ORIGIN'>,
  page: '/payment-success' | '/pricing' | '/settings/plan',
  language: Language,
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(query)
  if (language !== FALLBACK_LANGUAGE) params.set('lang', language)
  return `${PUBLIC_ORIGIN}${page}${params.size > 0 ? `?${params}` : ''}`
}
