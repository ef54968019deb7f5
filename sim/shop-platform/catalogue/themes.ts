export type ThemeProduct = {
  schemaName: string
  storeId: number | null
  version: string
  weight: number
}

/** Theme products with their ids in the platform's theme store, if public pages reveal them. */
export const THEME_PRODUCTS: ThemeProduct[] = [
  { schemaName: 'Dawn', storeId: 887, version: '15.4.0', weight: 34 },
  { schemaName: 'Horizon', storeId: null, version: '3.1.0', weight: 14 },
  { schemaName: 'Sense', storeId: 1356, version: '15.2.0', weight: 8 },
  { schemaName: 'Impact', storeId: 1190, version: '6.5.1', weight: 8 },
  { schemaName: 'Prestige', storeId: 855, version: '10.6.0', weight: 7 },
  { schemaName: 'Broadcast', storeId: 868, version: '7.1.0', weight: 5 },
  { schemaName: 'Motion', storeId: 847, version: '11.0.0', weight: 5 },
  { schemaName: 'Debut', storeId: 796, version: '17.14.0', weight: 4 },
  { schemaName: 'Drift Atelier', storeId: null, version: '2.0.3', weight: 6 },
  { schemaName: 'Shoplane Pro', storeId: null, version: '4.8', weight: 5 },
]

/** The merchant's label of a theme, with characters that JSON must preserve. */
export const THEME_LABELS = [
  '{theme}',
  '{theme}',
  '{theme}',
  'Copy of {theme}',
  'Updated copy of {theme}',
  '{theme} - live',
  'Launch \u201c{year}\u201d & {theme}',
  "Mira's {theme} [v2]",
  '{theme}/main',
  'theme-export-{brand}-{theme}',
]
