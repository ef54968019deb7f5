import type { Language } from '#i18n/languages.ts'

/** Quotation marks as each language prints them: outer and inner ones, each opened and closed. French ones are separated from the words. */
export const quotesOf: Record<Language, [string, string, string, string]> = {
  en: ['“', '”', '‘', '’'],
  tr: ['“', '”', '‘', '’'],
  pt: ['“', '”', '‘', '’'],
  es: ['«', '»', '“', '”'],
  fr: ['«\u00A0', '\u00A0»', '“', '”'],
  de: ['„', '“', '‚', '‘'],
}

/** Replaces typed `"` and `'` in a line by printed quotation marks. */
export function withQuotes(line: string, language: Language): string {
  const [open, close] = quotesOf[language]
  return line
    .replaceAll(/"([^"]*)"/g, (_, quoted: string) => open + quoted + close)
    .replaceAll(/(?<=[\p{L}\p{N}])'/gu, '’')
}
