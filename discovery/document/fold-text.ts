// Letters that have no decomposition, and signs that fonts and keyboards vary.
const PLAIN: Record<string, string> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '：': ':',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '−': '-',
  '٫': '.',
}

const folded = new Map<string, string>()

function foldUnit(unit: string): string {
  const known = folded.get(unit)
  if (known !== undefined) return known
  const lower = unit.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const plain = PLAIN[unit] ?? PLAIN[lower] ?? lower
  const digit = /^\p{Nd}$/u.test(plain) ? String(digitOf(plain)) : plain
  const result = digit.length === 1 ? digit : unit
  folded.set(unit, result)
  return result
}

/** Decimal digits of a script follow each other, and `9` is followed by something else. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/**
 * The text as labels are compared: lower case in every language (`İ`, `I`, `ı` and `i` are one
 * letter), without accents, in ASCII digits. As long as the text, so that a place in one is the same
 * place in the other.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^\u0000-\u007f]/.test(text)) return lower
  const plain = text.replaceAll(/[^\u0000-\u007f]/g, foldUnit)
  return lower.length === text.length
    ? plain.toLowerCase()
    : plain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The words of a text, folded and without marks. */
export const foldedWords = (text: string): string[] =>
  foldText(text.normalize('NFC'))
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A name as hosts and handles write it: folded letters and digits alone. */
export const foldedName = (text: string): string => foldedWords(text).join('')

/** Signs of a pattern in a plain word. */
const escaped = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Words of one kind by language; several words are set apart by `|`. */
export type Words = Readonly<Record<string, string>>

export const wordsOf = (table: Words): string[] =>
  Object.values(table).flatMap((words) =>
    words
      .split('|')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )

/**
 * The words as alternatives of a pattern over folded text, the longest first. A blank in a word
 * stands for blanks, dashes or nothing; a dot may be missing.
 */
export const alternativesOf = (...tables: Words[]): string =>
  [...new Set(tables.flatMap(wordsOf).map(foldText))]
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      escaped(word)
        .replaceAll(String.raw`\.`, String.raw`\.?`)
        .replaceAll(/\s+/g, String.raw`[\s-]{0,2}`),
    )
    .join('|')
