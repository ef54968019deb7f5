import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '#i18n/languages.ts'

type Resources = Record<string, Record<string, Record<string, unknown>>>

/**
 * One instance per page in the browser, one per language on the server. Only `loadTexts` adds texts, so the instance loads nothing by
 * itself. There is no fallback language to load either: a test checks that all languages have the same keys.
 */
export function createI18n(language: Language, resources: Resources = {}): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    supportedLngs: languages,
    load: 'languageOnly',
    resources: resources as never,
    ns: [],
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false }, // React escapes.
    react: { useSuspense: false },
    // A page that was open during a deployment may use a key that no longer exists.
    parseMissingKeyHandler: (_key: string, defaultValue?: string) => defaultValue ?? '…',
  })
  return instance
}
