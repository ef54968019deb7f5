import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageOrFallback, languages, type Namespace } from '#i18n/languages.ts'
import type { Services } from '#web/lib/app/services.ts'

type TextServices = Pick<Services, 'i18n' | 'readTexts' | 'recordUsedTexts'>

/** Namespaces that every screen needs: those of the layout, the metadata and the error messages. */
export const layoutNamespaces: readonly Namespace[] = [
  'common',
  'navigation',
  'pages',
  'components',
  'errors',
  'announcement',
  'footer',
]

/** Also when the language changes meanwhile. @throws ApiError */
export async function loadTexts(
  services: TextServices,
  wanted: readonly Namespace[],
): Promise<void> {
  services.recordUsedTexts?.(wanted)
  const language = languageOf(services.i18n)
  await loadTextsIn(language, services, wanted)
  if (languageOf(services.i18n) !== language) await loadTexts(services, wanted)
}

/** All loaded namespaces, and those that another page loads meanwhile. @throws ApiError */
export async function loadAllTextsIn(language: Language, services: TextServices): Promise<void> {
  const isMissing = (namespace: Namespace) => !services.i18n.hasResourceBundle(language, namespace)
  const missing = loadedNamespaces(services).filter(isMissing)
  if (missing.length === 0) return
  await loadTextsIn(language, services, missing)
  await loadAllTextsIn(language, services)
}

async function loadTextsIn(
  language: Language,
  { i18n, readTexts }: TextServices,
  wanted: readonly Namespace[],
): Promise<void> {
  const missing = wanted.filter((namespace) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) =>
      i18n.addResourceBundle(language, namespace, await readTexts(language, namespace)),
    ),
  )
}

function loadedNamespaces({ i18n }: Pick<TextServices, 'i18n'>): Namespace[] {
  return Object.keys(i18n.getDataByLanguage(languageOf(i18n)) ?? {}) as Namespace[]
}

export function languageOf(i18n: TextServices['i18n']): Language {
  return languageOrFallback(i18n.language)
}

type Resources = Record<string, Record<string, Record<string, unknown>>>

/**
 * One per page in the browser, one per language on the server. It loads nothing by itself and needs
 * no fallback: a test checks that all languages have the same keys.
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
