import { isLanguage, type Language, type Namespace } from '#i18n/languages.ts'
import type { Services } from '#web/lib/services.ts'

type TextServices = Pick<Services, 'i18n' | 'readTexts' | 'noteTexts'>

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

/** Loads the missing texts of these namespaces in the active (or the given) language. @throws ApiError */
export async function loadTexts(
  { i18n, readTexts, noteTexts }: TextServices,
  wanted: readonly Namespace[],
  language = languageOf(i18n),
) {
  noteTexts?.(wanted)
  const missing = wanted.filter((namespace) => !i18n.hasResourceBundle(language, namespace))
  await Promise.all(
    missing.map(async (namespace) =>
      i18n.addResourceBundle(language, namespace, await readTexts(language, namespace)),
    ),
  )
}

/** Namespaces loaded in the active language; a change of language must load them too. */
export function loadedNamespaces({ i18n }: Pick<TextServices, 'i18n'>): Namespace[] {
  return Object.keys(i18n.getDataByLanguage(languageOf(i18n)) ?? {}) as Namespace[]
}

export function languageOf(i18n: TextServices['i18n']): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en'
}
