import { FALLBACK_LANGUAGE, type Language } from '#i18n/languages.ts'
import type { Config } from './config.ts'

/** The pages of the web client that mails and payment pages lead to. */
type LinkPage =
  | '/email-verification'
  | '/reset-password'
  | '/undo-deletion'
  | '/login'
  | '/forgot-password'
  | '/settings/user'
  | '/settings/plan'
  | '/settings/preferences'
  | '/settings/brief'
  | '/settings/api'
  | '/pricing'
  | '/sample'
  | '/payment-success'
  | '/unsubscribe'
  | '/newsletter'
  | '/opt-out'
  | '/'
  | '/app'
  | '/list'
  | '/changes'
  | '/leads'
  | '/pulse'
  | `/pulse/${string}`
  | `/store/${number}`
  | `/products/${number}`
  | `/product/${string}`

export const pageLink = (
  { PUBLIC_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN'>,
  page: LinkPage,
  language: Language,
  query: Record<string, string> = {},
): string => inLanguage(PUBLIC_ORIGIN + page, language, query)

/**
 * The addresses that the head of a page names too (web/lib/app/page.tsx): English has no
 * parameter.
 */
export function inLanguage(
  address: string,
  language: Language,
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(query)
  if (language !== FALLBACK_LANGUAGE) params.set('lang', language)
  return params.size > 0 ? `${address}?${params}` : address
}
