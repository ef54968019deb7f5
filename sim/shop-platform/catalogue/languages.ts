/** Column order of every table of words in this folder. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'tr', 'pt', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** A row `en|de|fr|es|it|nl|tr|pt|ja` as a look-up by language. */
export function inLanguages(row: string): Record<Language, string> {
  const cells = row.split('|')
  if (cells.length !== LANGUAGES.length) throw new Error(`a row needs ${LANGUAGES.length} cells: ${row}`)
  const words = {} as Record<Language, string>
  LANGUAGES.forEach((language, column) => (words[language] = cells[column] ?? ''))
  return words
}
