import { baseLanguage, FALLBACK_LANGUAGE, type Language } from '#i18n/languages.ts'

export type LanguageHints = {
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

/** The tags of an `Accept-Language` header, best first. `q=0` means "not acceptable", so those tags are left out. */
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
