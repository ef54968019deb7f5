import { needlesOf } from '#server/catalog/search/text-folding.ts'
import { createYielder } from '#server/catalog/search/embedded/scheduling.ts'
import { LINE_END, type WordBlock, type WordDictionary } from './word-dictionary.ts'

/** Within one block a common word can have tens of thousands of hits. */
const HITS_PER_SLICE = 1_024

/**
 * Calls `onHit` for each word of the dictionary that begins or ends with `word`, or contains it
 * anywhere when it is long; possibly twice. Words that are added meanwhile are left out.
 */
export async function findWords(
  dictionary: WordDictionary,
  word: string,
  onHit: (code: number) => void,
  yieldIfDue = createYielder(),
): Promise<void> {
  const end = dictionary.size()
  const blocks = knownBlocks(dictionary)
  for (const [at, block] of blocks.entries())
    for (const needle of needlesOf(word)) {
      const hits = findInBlock(dictionary, block, {
        needle: Buffer.from(needle),
        end: Math.min(end, blocks[at + 1]?.first ?? end),
      })
      let count = 0
      for (const code of hits) {
        onHit(code)
        if (++count % HITS_PER_SLICE === 0) await yieldIfDue()
      }
      await yieldIfDue()
    }
}

type KnownBlock = Pick<WordBlock, 'bytes' | 'first'>

/**
 * The blocks as they are now: a word that is appended to the last one would be taken for the last
 * word before it.
 */
const knownBlocks = ({ blocks }: WordDictionary): KnownBlock[] =>
  blocks.map(({ bytes, used, first }) => ({ bytes: bytes.subarray(0, used), first }))

/** In order. `end` = the code after the last word to look at. */
function* findInBlock(
  dictionary: WordDictionary,
  { bytes, first }: KnownBlock,
  { needle, end }: { needle: Buffer; end: number },
): Generator<number> {
  // A needle that begins with a line end begins in front of its word.
  const lead = needle[0] === LINE_END ? 1 : 0
  let [code, from] = [first, 0]
  while (code < end) {
    const at = bytes.indexOf(needle, from)
    if (at < 0) return
    code = codeAt(dictionary, at + lead, { from: code, end })
    yield code
    // One hit in a word is enough. The line end before the next word counts as its own.
    from = dictionary.placeOf(++code) - 1
  }
}

/**
 * The last word of those from `from` (inclusive) to `end` (exclusive) that begins at `place` or
 * before it.
 */
function codeAt(
  { placeOf }: WordDictionary,
  place: number,
  { from, end }: { from: number; end: number },
): number {
  let [low, high] = [from, end]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (placeOf(middle) <= place) low = middle
    else high = middle
  }
  return low
}
