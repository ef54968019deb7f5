/** Groups of the palette, in display order. */
export const paletteGroups = [
  'page',
  'recent',
  'pages',
  'dates',
  'searches',
  'actions',
  'filters',
  'stores',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

export type PaletteDeed =
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
  /** Secondary text beside the label: a location or a count. */
  hint?: string
  /** Further words that find the item. */
  words?: string
  /** Language of the label, if it differs from the page's. */
  lang?: string
  /** For a store: its picture. */
  pictureUrl?: string | null
  /** `typed`: only with text in the field; `untyped`: only while the field is empty; `found`: a result for the text. */
  shown?: 'typed' | 'untyped' | 'found'
  deed: PaletteDeed
}
