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

/** Classes of signs as ranges, small enough for large patterns: those of Unicode compile slowly. */
const LATIN = String.raw`a-z\xaa\xba\xc0-\u024f\u1e00-\u1eff`
const SCRIPTS = String.raw`\u0370-\u037d\u0388-\u060b\u0620-\u1dff\u1f00-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufeff`
const CLASSES: Record<string, string> = {
  'Script=Latin': LATIN,
  L: `${LATIN}${SCRIPTS}`,
  M: String.raw`\u0300-\u036f`,
  N: String.raw`\d`,
}

/** A pattern over folded text: `\p{L}` and its like stand for what is left of them in it. */
export function overFolded(source: string, flags = ''): RegExp {
  let isInClass = false
  const plain = source.replaceAll(/\\p\{([\w=]+)\}|\\.|[[\]]/g, (sign, name?: string) => {
    if (sign === '[') isInClass = true
    if (sign === ']') isInClass = false
    if (name === undefined) return sign
    const signs = CLASSES[name]
    if (signs === undefined) throw new Error(`no class of folded text: ${sign}`)
    return isInClass ? signs : `[${signs}]`
  })
  return new RegExp(plain, flags)
}

/** All matches of a global pattern. `matchAll` copies the pattern each time, which is slow for long ones. */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return found
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

/** Of a text that lists words alone. */
export const wordSet = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean))

/**
 * The words as alternatives of a pattern over folded text, the longest first. A blank in a word
 * stands for blanks, dashes or nothing; a dot may be missing.
 */
export const alternativesOf = (table: Words): string =>
  [...new Set(wordsOf(table).map(foldText))]
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      escaped(word)
        .replaceAll(String.raw`\.`, String.raw`\.?`)
        .replaceAll(/\s+/g, String.raw`[\s-]{0,2}`),
    )
    .join('|')

const isWordSign = new Map<string, boolean>()

function isPartOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  const sign = text.charAt(at)
  const known = isWordSign.get(sign) ?? /[\p{L}\p{N}\p{Cs}]/u.test(sign)
  isWordSign.set(sign, known)
  return known
}

const START_SIGNS = 5

/** The next letters and digits from a place on, across dots and blanks. */
function startAt(text: string, from: number, length = START_SIGNS): string {
  let start = ''
  for (let at = from; start.length < length && at < text.length && at < from + 20; at++)
    if (isPartOfWord(text, at)) start += text.charAt(at)
  return start
}

/**
 * A quick test before slow patterns: the values of those words, of two letters at least, that may
 * begin somewhere in a folded text. Compares the first letters of each word; dots and blanks count
 * nothing.
 */
export function startIndex<Value>(
  entries: readonly (readonly [word: string, value: Value])[],
): (folded: string) => Set<Value> {
  const byPair = new Map<string, [start: string, value: Value][]>()
  for (const [word, value] of entries) {
    const start = startAt(foldText(word), 0)
    const pair = start.slice(0, 2)
    byPair.set(pair, [...(byPair.get(pair) ?? []), [start, value]])
  }
  return (folded) => {
    const found = new Set<Value>()
    for (let at = 0, isInside = false; at < folded.length; at++) {
      const isPart = isPartOfWord(folded, at)
      const entriesHere = isPart && !isInside ? byPair.get(startAt(folded, at, 2)) : undefined
      isInside = isPart
      if (entriesHere === undefined) continue
      const written = startAt(folded, at)
      for (const [start, value] of entriesHere) if (written.startsWith(start)) found.add(value)
    }
    return found
  }
}
