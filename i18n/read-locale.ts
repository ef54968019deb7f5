import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '#i18n/languages.ts'

/** A folder for each language, a file for each namespace. */
export const LOCALES_FOLDER = join(import.meta.dirname, 'locales')

/** The texts of a namespace, to be parsed. @throws where the file is missing or no JSON */
export const readLocale = (
  language: Language,
  namespace: string,
  folder = LOCALES_FOLDER,
): unknown => JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

/**
 * The texts of every language, read at once: called at startup, a broken file stops the start and
 * not the answer that needs it.
 */
export function readEveryLocale<Texts>(
  read: (language: Language) => Texts,
): (language: Language) => Texts {
  const all = new Map(languages.map((language) => [language, read(language)]))
  return (language) => {
    const texts = all.get(language)
    if (!texts) throw new Error(`no texts in ${language}`)
    return texts
  }
}
