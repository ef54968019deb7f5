import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#i18n/languages.ts'

/** A folder for each language, a file for each namespace. */
export const LOCALES_FOLDER = join(import.meta.dirname, 'locales')

/** The texts of a namespace, to be parsed. @throws where the file is missing or no JSON */
export const readLocale = (
  language: Language,
  namespace: string,
  folder = LOCALES_FOLDER,
): unknown => JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))
