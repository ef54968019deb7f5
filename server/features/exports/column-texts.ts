import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Language, languages } from '#i18n/languages.ts'

const LOCALES_FOLDER = join(import.meta.dirname, '../../../i18n/locales')

const Texts = z.object({ columns: z.record(z.string(), z.string()) })

/** Read at startup, so that a broken file stops the start and not a download. */
const texts = new Map(
  languages.map((language) => [
    language,
    Texts.parse(JSON.parse(readFileSync(join(LOCALES_FOLDER, language, 'exports.json'), 'utf8'))).columns,
  ]),
)

/** The header of a column. */
export const headerText = (language: Language, key: string): string => texts.get(language)?.[key] ?? key
