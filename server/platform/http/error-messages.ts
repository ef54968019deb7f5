import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  acceptedLanguages,
  baseLanguage,
  detectLanguage,
  FALLBACK_LANGUAGE,
  type Language,
  languages,
} from '#i18n/languages.ts'
import { LOCALES_FOLDER, readLocale } from '#i18n/read-locale.ts'

/**
 * The text of a key of the `errors` namespace; English where the language lacks it, else the key
 * itself.
 */
export type Say = (language: Language, key: string) => string

/** Reads the texts once; a missing or broken file disables its language, never the start. */
export function readErrorMessages(folder = LOCALES_FOLDER): Say {
  const texts = new Map(languages.map((language) => [language, readTexts(language, folder)]))
  return (language, key) =>
    texts.get(language)?.get(key) ?? texts.get(FALLBACK_LANGUAGE)?.get(key) ?? key
}

function readTexts(language: Language, folder: string): Map<string, string> {
  try {
    const entries = Object.entries(
      Object(readLocale(language, 'errors', folder)) as Record<string, unknown>,
    )
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return new Map()
  }
}

/** Browsers send few different ones, and each call needs its language. */
const languagesByHeader = new LRUCache<string, Language>({
  max: 200,
  maxSize: 20_000,
  sizeCalculation: (_, header) => header.length + 1,
  memoMethod: (header) =>
    detectLanguage({ param: null, saved: null, preferred: acceptedLanguages(header) }),
})

/** For an API call: the language of `Accept-Language`. */
export const languageOf = (acceptLanguage = ''): Language => languagesByHeader.memo(acceptLanguage)

/** For a page: the address first, then the saved choice, then the browser's preference. */
export function pageLanguageOf({
  url,
  headers,
}: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  const [, saved] = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? '') ?? []
  return detectLanguage({
    param: new URLSearchParams(url.split('?', 2)[1]).get('lang'),
    saved: baseLanguage(saved),
    preferred: acceptedLanguages(headers['accept-language']),
  })
}
