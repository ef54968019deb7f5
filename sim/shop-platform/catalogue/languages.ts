/** Column order of every word table in this folder. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'tr', 'pt', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** Turns a row `en|de|fr|es|it|nl|tr|pt|ja` into a map by language. */
export function inLanguages(row: string): Record<Language, string> {
  const cells = row.split('|')
  if (cells.length !== LANGUAGES.length)
    throw new Error(`a row needs ${LANGUAGES.length} cells: ${row}`)
  const words = {} as Record<Language, string>
  LANGUAGES.forEach((language, column) => (words[language] = cells[column] ?? ''))
  return words
}
