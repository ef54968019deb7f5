/** The server loads the file at start, the browser only when someone types a new password. */
export const readCommonWords = (text: string): ReadonlySet<string> =>
  new Set(text.split('\n').filter((line) => line && !line.startsWith('#')))

/** People often use the product's name in their password for it. */
const PRODUCT = 'storedawn'

/**
 * Characters that people type for a letter, and characters that Shift plus a digit key types on
 * most keyboards.
 */
const STAND_INS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '|': 'l',
}
const SHIFTED: Record<string, string> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}
const DIGIT_ROWS = '01234567890123456789 98765432109876543210'
/**
 * Longest decoration around a word. With more than this around it, the password counts as more than
 * that word.
 */
const MAX_DECORATION = 6
/**
 * Characters examined at either end. Some signs expand to eighteen letters (NFKD), and every cut
 * reads the whole text.
 */
const MAX_END_LENGTH = 64
/** Most signs that may accompany a row of digits. */
const MAX_SIGNS = 3
/** Longest text in which to look for a repeated word; the search is quadratic in the length. */
const MAX_REPEATED_LENGTH = 48
/** Cuts tried on either side; each costs time. */
const MAX_AROUND = 16
/** Shortest part of a name or address to check. Shorter parts occur in too many good passwords. */
const MIN_OWN_LENGTH = 4

/**
 * True for the passwords that attackers try first: a common word or one of the person's own words,
 * with digits and signs around it or substituted for letters (`P@ssw0rd1!`, `Summer2026!`).
 * Composition rules accept all of these.
 */
export function isCommonPassword(
  words: ReadonlySet<string>,
  password: string,
  ownTexts: readonly string[],
): boolean {
  const text = withoutMiddle(plain(password))
  const own = ownWords([...ownTexts, PRODUCT])
  return coresOf(text).some((core) => words.has(core) || own.has(core))
}

/** Cuts the middle out of a long text. No common word is as long as the remaining text. */
export const withoutMiddle = (text: string): string =>
  text.length <= 2 * MAX_END_LENGTH
    ? text
    : text.slice(0, MAX_END_LENGTH) + text.slice(-MAX_END_LENGTH)

/**
 * The candidate words: every cut of the surrounding signs that leaves only a decoration outside.
 */
function coresOf(text: string): string[] {
  const lead = Math.min(/^[^a-z]*/.exec(text)?.[0].length ?? 0, MAX_AROUND)
  const trail = Math.min(/[^a-z]*$/.exec(text)?.[0].length ?? 0, MAX_AROUND)
  // All readings have the same length as the text, so a cut of the text is also a cut of each
  // reading.
  const readings = [text, replaceBy(STAND_INS, text), replaceBy(SHIFTED, text)]
  const cores = new Set<string>()
  for (let start = 0; start <= lead; start += 1) {
    for (let end = text.length - trail; end <= text.length; end += 1) {
      if (end > start && isDecoration(text.slice(0, start) + text.slice(end)))
        for (const reading of readings) addCores(cores, reading.slice(start, end))
    }
  }
  return [...cores]
}

function addCores(cores: Set<string>, reading: string): void {
  const word = reading.replaceAll(/[^a-z0-9]/g, '')
  cores.add(word)
  const repeated = word.length <= MAX_REPEATED_LENGTH && /^(.{3,}?)\1+$/.exec(word)?.[1]
  if (repeated) cores.add(repeated)
}

/** Short, a row of digit keys, or the same sign repeated. */
function isDecoration(text: string): boolean {
  if (text.length <= MAX_DECORATION || new Set(text).size <= 2) return true
  return [text, replaceBy(SHIFTED, text)].some((reading) => {
    const digits = reading.replaceAll(/\D/g, '')
    return text.length - digits.length <= MAX_SIGNS && DIGIT_ROWS.includes(digits)
  })
}

function ownWords(texts: readonly string[]): Set<string> {
  const words = texts.flatMap((text) => {
    const parts = plain(text).split(/[^a-z]+/)
    return [...parts, parts.join(''), parts.slice(0, 2).join('')]
  })
  return new Set(words.filter((word) => word.length >= MIN_OWN_LENGTH))
}

const plain = (text: string) =>
  text.toLowerCase().replaceAll('ı', 'i').normalize('NFKD').replaceAll(/\p{M}/gu, '')

const replaceBy = (table: Record<string, string>, text: string) =>
  text.replaceAll(/[^a-z]/g, (sign) => table[sign] ?? sign)
