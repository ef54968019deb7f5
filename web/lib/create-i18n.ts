import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languages, type Language } from '#i18n/languages.ts'

type Resources = Record<string, Record<string, Record<string, unknown>>>

/**
 * One instance per page in the browser, one per language on the server. Texts are added by `loadTexts`, so nothing is loaded behind its back, and there
 * is no fallback language to load besides: a test holds the key sets of all languages equal.
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
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
    // A page that was open while we moved on may know a text by a name that it no longer has.
    parseMissingKeyHandler: (_key: string, defaultValue?: string) => defaultValue ?? '…',
  })
  return instance
}
