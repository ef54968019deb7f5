/** Groups of the palette, in their order. */
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
  /** Runs once the palette is closed and the focus is back. */
  | { kind: 'run'; run: () => void }
  /** Writes this into the field, and so shows what belongs to it. */
  | { kind: 'write'; text: string }

export type PaletteItem = {
  /** Stays the same from one drawing to the next. */
  id: string
  group: PaletteGroup
  label: string
  /** Beside it, quieter: where it is, how many there are. */
  hint?: string
  /** What else it is found by. */
  words?: string
  /** Language of the label, where it is not the page's. */
  lang?: string
  /** Of a store: its picture. */
  pictureUrl?: string | null
  /** `typed`: only once something is written; `untyped`: only as long as nothing is; `found`: what is written was its cause. */
  shown?: 'typed' | 'untyped' | 'found'
  deed: PaletteDeed
}
