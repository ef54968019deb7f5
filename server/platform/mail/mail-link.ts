import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'

/** The pages of the web client that mails lead to. */
export type LinkPage =
  | '/email-verification'
  | '/reset-password'
  | '/undo-deletion'
  | '/login'
  | '/forgot-password'
  | '/settings/user'
  | '/settings/plan'
  | '/pricing'
  | '/unsubscribe'
  | '/newsletter'
  | '/opt-out'
  | '/'
  | '/app'
  | '/list'
  | `/store/${number}`
  | `/product/${string}`

/** An address on our own host, in the language of the mail. */
export function mailLink(
  { PUBLIC_ORIGIN }: Pick<AppContext['config'], 'PUBLIC_ORIGIN'>,
  page: LinkPage,
  language: Language,
  query: Record<string, string> = {},
): string {
  const params = new URLSearchParams(query)
  if (language !== 'en') params.set('lang', language)
  return `${PUBLIC_ORIGIN}${page}${params.size > 0 ? `?${params}` : ''}`
}
