/** The six interface languages; the first one is the fallback. */
export const languages = ['en', 'tr', 'es', 'fr', 'de', 'pt'] as const
export type Language = (typeof languages)[number]

export const FALLBACK_LANGUAGE: Language = 'en'

type LanguageInfo = {
  /** The language's own name, shown in the language switcher. */
  label: string
  /** Locale for `Intl`: dates and numbers. */
  locale: string
  /** First day of the week: 0 = Sunday, 1 = Monday. */
  weekStart: 0 | 1
  /** Currency in which we show the prices of our plans. */
  currency: 'USD' | 'TRY' | 'EUR'
}

export const languageInfo: Record<Language, LanguageInfo> = {
  en: { label: 'English', locale: 'en-US', weekStart: 0, currency: 'USD' },
  tr: { label: 'Türkçe', locale: 'tr-TR', weekStart: 1, currency: 'TRY' },
  es: { label: 'Español', locale: 'es-ES', weekStart: 1, currency: 'EUR' },
  fr: { label: 'Français', locale: 'fr-FR', weekStart: 1, currency: 'EUR' },
  de: { label: 'Deutsch', locale: 'de-DE', weekStart: 1, currency: 'EUR' },
  pt: { label: 'Português', locale: 'pt-BR', weekStart: 1, currency: 'EUR' },
}

/** One JSON file per language and namespace in `i18n/locales`. */
export const namespaces = [
  'common',
  'navigation',
  'pages',
  'components',
  'forms',
  'errors',
  'settings',
  'comparison',
  'testimonials',
  'hero',
  'platform-benefits',
  'date-picker',
  'today',
  'announcement',
  'pricing',
  'demonstration',
  'list',
  'store-details',
  'footer',
  'contact',
  'about',
  'terms',
  'privacy',
  'product-detail',
  'saved',
  'freshness',
  'opt-out',
  'exclusions',
  'exports',
  'score',
  'palette',
  'blog',
  'payment',
  'operator',
  'pulse',
  'changes',
  'sample',
  'brief',
  'bulk',
  'follows',
  'leads',
  'templates',
  'deliveries',
] as const
export type Namespace = (typeof namespaces)[number]

/** Namespaces that only the server reads. */
export const serverNamespaces = ['email'] as const
export type ServerNamespace = (typeof serverNamespaces)[number]

export const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text)

export const languageOrFallback = (text: string | null | undefined): Language =>
  isLanguage(text) ? text : FALLBACK_LANGUAGE

/** `pt-BR` → `pt`, `DE_at` → `de`; null for an unsupported language. */
export function baseLanguage(tag: string | null | undefined): Language | null {
  const base = tag?.trim().toLowerCase().split(/[-_]/)[0]
  return isLanguage(base) ? base : null
}

type LanguageHints = {
  /** The `lang` query parameter. */
  param: string | null
  /** The saved choice: local storage in the browser, the matching cookie on the server. */
  saved: string | null
  /** The browser's preferred languages, best first. */
  preferred: readonly string[]
  /** The `lang` attribute of the page; not available on the server. */
  pageTag?: string | null
}

/** First hint that names one of our languages; regional variants match their base language. */
export function detectLanguage({ param, saved, preferred, pageTag }: LanguageHints): Language {
  for (const hint of [param, saved, ...preferred, pageTag]) {
    const language = baseLanguage(hint)
    if (language) return language
  }
  return FALLBACK_LANGUAGE
}

/**
 * The tags of an `Accept-Language` header, best first. `q=0` means "not acceptable", so those tags
 * are left out.
 */
export function acceptedLanguages(header: string | null | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
