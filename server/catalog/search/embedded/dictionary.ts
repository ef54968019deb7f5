import { foldText } from '#server/catalog/search/text-folding.ts'

/** The words of a column, numbered from 1; 0 means "not known". */
export type Dictionary = {
  codeOf: (value: string, label?: string) => number
  find: (value: string) => number | undefined
  valueAt: (code: number) => string
  /** The original spelling, where it differs from the value. */
  labelAt: (code: number) => string | null
  /** The folded display label; cached on first use. */
  foldedAt: (code: number) => string
  /** The highest code plus one. */
  size: () => number
}

export function createDictionary(): Dictionary {
  const codes = new Map<string, number>()
  const values: string[] = ['']
  const labels: (string | null)[] = [null]
  const folded: string[] = []
  return {
    codeOf(value, label) {
      const known = codes.get(value)
      if (known !== undefined) return known
      const code = values.length
      codes.set(value, code)
      values.push(value)
      labels.push(label ?? null)
      return code
    },
    find: (value) => codes.get(value),
    valueAt: (code) => values[code] ?? '',
    labelAt: (code) => labels[code] ?? null,
    foldedAt: (code) => (folded[code] ??= foldText(labels[code] ?? values[code] ?? '')),
    size: () => values.length,
  }
}

/**
 * Codes from `first` on, each word after a line end: searching one long text is many times faster than thousands of short ones. `starts` =
 * the position of the line end before each word.
 */
type Block = { first: number; text: string; starts: Uint32Array }

const CODES_PER_BLOCK = 16_384
const LINE_END = '\n'
const MIN_LONG_WORD = 4

const blocksOf = new WeakMap<Dictionary, Block[]>()

/**
 * Calls `onHit` for each word of the dictionary that begins or ends with `word`, or contains it anywhere when it is long. No word contains
 * a line end.
 */
export function findWords(dictionary: Dictionary, word: string, onHit: (code: number) => void): void {
  if (word.length < MIN_LONG_WORD) return findEnds(dictionary, word, onHit)
  for (const block of refreshBlocks(dictionary))
    findInBlock(block, word, (place) => onHit(block.first + place))
}

/** So many words begin or end with a short one that testing each is cheaper. */
function findEnds(dictionary: Dictionary, word: string, onHit: (code: number) => void): void {
  for (let code = 1; code < dictionary.size(); code++) {
    const known = dictionary.valueAt(code)
    if (known.startsWith(word) || known.endsWith(word)) onHit(code)
  }
}

/** Words are only added: a full block never changes. */
function refreshBlocks(dictionary: Dictionary): Block[] {
  const blocks = blocksOf.get(dictionary) ?? []
  blocksOf.set(dictionary, blocks)
  const last = blocks.at(-1)
  if (last && last.starts.length < CODES_PER_BLOCK && last.first + last.starts.length < dictionary.size())
    blocks.pop()
  let next = blocks.length * CODES_PER_BLOCK + 1
  for (; next < dictionary.size(); next += CODES_PER_BLOCK) blocks.push(createBlock(dictionary, next))
  return blocks
}

function createBlock(dictionary: Dictionary, first: number): Block {
  const words: string[] = []
  const end = Math.min(first + CODES_PER_BLOCK, dictionary.size())
  const starts = new Uint32Array(end - first)
  let length = 0
  for (let code = first; code < end; code++) {
    const word = dictionary.valueAt(code)
    starts[code - first] = length
    length += LINE_END.length + word.length
    words.push(word)
  }
  return { first, text: LINE_END + words.join(LINE_END) + LINE_END, starts }
}

function findInBlock({ text, starts }: Block, word: string, onHit: (place: number) => void): void {
  let place = 0
  let at = text.indexOf(word)
  while (at >= 0) {
    // Hits come in the order of the words: stepping along is cheaper than a search for each.
    while (place + 1 < starts.length && (starts[place + 1] ?? 0) <= at) place++
    onHit(place++)
    if (place >= starts.length) return
    // One hit in a word is enough.
    at = text.indexOf(word, starts[place])
  }
}
