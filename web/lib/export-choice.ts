import { type ColumnKey, columnsOf, type ExportView } from '#contracts/exports.ts'
import { ExportFormat } from '#contracts/plans.ts'

/** The user's choices for an export: its format, and the columns in their order. */
export type ExportChoice = { format: ExportFormat; columns: readonly ColumnKey[] }

const STORE_COLUMNS: readonly ColumnKey<'stores'>[] = ['name', 'domain', 'foundDay', 'launchDate', 'launchConfidence', 'country', 'currency', 'category', 'productCount', 'priceMedian', 'theme', 'apps', 'email', 'phone'] // prettier-ignore
const LEAD_COLUMNS: readonly ColumnKey<'leads'>[] = ['name', 'domain', 'email', 'emailKind', 'emailState', 'emailSource', 'emailSeenAt', 'phone', 'contactFormUrl', 'company', 'country', 'language', 'category', 'productCount', 'launchDate'] // prettier-ignore
const PRODUCT_COLUMNS: readonly ColumnKey<'products'>[] = ['title', 'url', 'price', 'compareAtPrice', 'currency', 'trendScore', 'trendBadge', 'trendStores', 'trendDay', 'storeName', 'storeDomain', 'storeCountry'] // prettier-ignore

/** The default columns. */
export const usualColumns: Record<ExportView, readonly ColumnKey[]> = {
  stores: STORE_COLUMNS,
  leads: LEAD_COLUMNS,
  products: PRODUCT_COLUMNS,
  savedStores: ['isFavorite', ...STORE_COLUMNS, 'notes', 'tags', 'savedAt'],
  savedProducts: ['isFavorite', ...PRODUCT_COLUMNS, 'notes', 'tags', 'savedAt'],
}

const keyOf = (view: ExportView) => `export:${view}`

/** The last choice on this device, without columns that no longer exist. */
export function readExportChoice(view: ExportView): ExportChoice {
  const usual: ExportChoice = { format: 'csv', columns: usualColumns[view] }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(view)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return usual
    const { format, columns } = kept as Record<string, unknown>
    const known = Array.isArray(columns)
      ? [...new Set(columnsOf(view).filter((key) => columns.includes(key)))]
      : []
    const inOrder = known.toSorted(
      (a, b) => (columns as unknown[]).indexOf(a) - (columns as unknown[]).indexOf(b),
    )
    return {
      format: ExportFormat.safeParse(format).data ?? 'csv',
      columns: inOrder.length > 0 ? inOrder : usual.columns,
    }
  } catch {
    return usual
  }
}

export function keepExportChoice(view: ExportView, choice: ExportChoice): void {
  try {
    localStorage.setItem(keyOf(view), JSON.stringify(choice))
  } catch {
    // If storage is full or blocked, the choice is simply not remembered.
  }
}

/** Adds or removes columns. A new column goes before the first chosen one that follows it in the full list. */
export function chooseColumns(
  view: ExportView,
  chosen: readonly ColumnKey[],
  changed: readonly ColumnKey[],
  isOn: boolean,
): readonly ColumnKey[] {
  if (!isOn) return chosen.filter((key) => !changed.includes(key))
  const all = columnsOf(view)
  return changed.reduce<readonly ColumnKey[]>((columns, key) => {
    if (columns.includes(key)) return columns
    const place = columns.findIndex((other) => all.indexOf(other) > all.indexOf(key))
    return columns.toSpliced(place < 0 ? columns.length : place, 0, key)
  }, chosen)
}

/** Moves a column one position up (-1) or down (1). */
export function moveColumn(chosen: readonly ColumnKey[], key: ColumnKey, step: -1 | 1): readonly ColumnKey[] {
  const from = chosen.indexOf(key)
  const to = from + step
  return from < 0 || to < 0 || to >= chosen.length ? chosen : chosen.toSpliced(from, 1).toSpliced(to, 0, key)
}
