import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Category, LaunchConfidence } from '#contracts/facts.ts'
import { type Language, languages } from '#i18n/languages.ts'

const LOCALES_FOLDER = join(import.meta.dirname, '../../i18n/locales')

const Common = z.object({ confidence: z.record(z.enum(LaunchConfidence.options), z.string()) })
const StoreDetails = z.object({ category: z.record(z.enum(Category.options), z.string()) })

/** Words that mails share with the screens. */
export type SharedWords = z.infer<typeof Common> & z.infer<typeof StoreDetails>

/** Read at startup, like the texts of mails. */
const words = new Map<Language, SharedWords>(languages.map((language) => [language, readWords(language)]))

function readWords(language: Language): SharedWords {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(LOCALES_FOLDER, language, file), 'utf8'))
  return { ...Common.parse(read('common.json')), ...StoreDetails.parse(read('store-details.json')) }
}

export function sharedWords(language: Language): SharedWords {
  const found = words.get(language)
  if (!found) throw new Error(`no words in ${language}`)
  return found
}
