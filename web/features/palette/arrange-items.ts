import { fold } from '#web/lib/fold.ts'
import { type PaletteGroup, paletteGroups, type PaletteItem } from './palette-item.ts'

export type ArrangedGroup = { name: PaletteGroup; items: readonly PaletteItem[] }

/** Most of one group at once, when something is written: the rest is found by writing more. */
const MOST_OF_GROUP: Partial<Record<PaletteGroup, number>> = { filters: 6, searches: 6, recent: 4 }

/**
 * What the palette shows for this text, best first. Every word of it has to begin a word of the label or of the item's other words; what the
 * server found stands as it is. Groups keep their order, so that nothing moves away under a hand when an answer comes.
 */
export function arrangeItems(items: readonly PaletteItem[], text: string): ArrangedGroup[] {
  const wanted = wordsOf(text)
  const ranked = wanted.length === 0 ? items.filter(isShownUntyped) : best(items, wanted)
  const seen = new Set<string>()
  return paletteGroups.flatMap((name) => {
    const all = ranked.filter((item) => item.group === name && isFirst(item, seen))
    const shown = wanted.length === 0 ? all : all.slice(0, MOST_OF_GROUP[name] ?? all.length)
    return shown.length === 0 ? [] : [{ name, items: shown }]
  })
}

/** A store that was opened lately is among those found too; once is enough. */
function isFirst({ deed }: PaletteItem, seen: Set<string>): boolean {
  if (deed.kind !== 'go') return true
  const isNew = !seen.has(deed.to)
  seen.add(deed.to)
  return isNew
}

const isShownUntyped = ({ shown }: PaletteItem) => shown === undefined || shown === 'untyped'

function best(items: readonly PaletteItem[], wanted: readonly string[]): PaletteItem[] {
  return items
    .flatMap((item) => {
      const rank = item.shown === 'untyped' ? null : item.shown === 'found' ? 0 : rankOf(item, wanted)
      return rank === null ? [] : [{ item, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** 0 = the label says just this, 1 = it begins so, 2 = all words are in it, 3 = its other words are needed; null = not meant. */
function rankOf({ label, words = '' }: PaletteItem, wanted: readonly string[]): number | null {
  const own = wordsOf(label)
  const [ownText, text] = [own.join(' '), wanted.join(' ')]
  if (ownText === text) return 0
  if (ownText.startsWith(text)) return 1
  if (begin(own, wanted)) return 2
  return begin([...own, ...wordsOf(words)], wanted) ? 3 : null
}

const begin = (words: readonly string[], wanted: readonly string[]) =>
  wanted.every((part) => words.some((word) => word.startsWith(part)))

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
