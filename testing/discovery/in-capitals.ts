import type { Words } from '#discovery/document/fold-text.ts'

/** Parts of a table that are of no language. */
const LOCALES: Record<string, string> = { networks: 'en', signs: 'en' }

/** Each word of a table, as its language writes it in capitals. */
export const inCapitals = (table: Words): string[] =>
  Object.entries(table).flatMap(([language, words]) =>
    words.split('|').map((word) => word.trim().toLocaleUpperCase(LOCALES[language] ?? language)),
  )
