import { rankOf, wordsOf } from '#web/lib/search-text.ts'

const paletteGroups = [
  'page',
  'recent',
  'pages',
  'dates',
  'searches',
  'actions',
  'filters',
  'stores',
  'products',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

type PaletteAction =
  | { kind: 'go'; to: string }
  /** Runs after the palette has closed and returned the focus. */
  | { kind: 'run'; run: () => void }
  /** Writes this text into the field, which then shows its items. */
  | { kind: 'write'; text: string }

export type PaletteItem = {
  /** Stable between renders. */
  id: string
  group: PaletteGroup
  label: string
  hint?: string
  words?: string
  lang?: string
  pictureUrl?: string | null
  /**
   * `typed`: only with text in the field; `untyped`: only while the field is empty; `found`: a
   * result for the text.
   */
  shown?: 'typed' | 'untyped' | 'found'
  action: PaletteAction
}

export type ArrangedGroup = { name: PaletteGroup; items: readonly PaletteItem[] }

/** Most items of a group shown for a typed text; a longer text finds the rest. */
const MAX_OF_GROUP: Partial<Record<PaletteGroup, number>> = { filters: 6, searches: 6, recent: 4 }

/**
 * Best match first: each typed word must begin a word of an item. Results of the server stay
 * unfiltered, and groups keep their order, so that a late answer moves nothing under the pointer.
 */
export function arrangeItems(items: readonly PaletteItem[], text: string): ArrangedGroup[] {
  const wanted = wordsOf(text)
  const ranked = wanted.length === 0 ? items.filter(isShownUntyped) : rankItems(items, wanted)
  const seen = new Set<string>()
  return paletteGroups.flatMap((name) => {
    const all = ranked.filter((item) => item.group === name && isFirst(item, seen))
    const shown = wanted.length === 0 ? all : all.slice(0, MAX_OF_GROUP[name] ?? all.length)
    return shown.length === 0 ? [] : [{ name, items: shown }]
  })
}

/** A recently opened store may also be among the results; show it only once. */
function isFirst({ action }: PaletteItem, seen: Set<string>): boolean {
  if (action.kind !== 'go') return true
  const isNew = !seen.has(action.to)
  seen.add(action.to)
  return isNew
}

const isShownUntyped = ({ shown }: PaletteItem) => shown === undefined || shown === 'untyped'

function rankItems(items: readonly PaletteItem[], wanted: readonly string[]): PaletteItem[] {
  return items
    .flatMap((item) => {
      const rank =
        item.shown === 'untyped'
          ? null
          : item.shown === 'found'
            ? 0
            : rankOf(wordsOf(item.label), wordsOf(item.words ?? ''), wanted)
      return rank === null ? [] : [{ item, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
