import type { StoreId } from '#contracts/ids.ts'
import { ExportFormat } from '#contracts/billing/plans.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import {
  type ColumnKey,
  columnsOf,
  createExport,
  CsvSeparator,
  ExportValues,
  type ExportView,
  getExportRights,
} from '#contracts/workspace/exports.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { fieldsOf, readStored, store } from '#web/lib/browser/browser-storage.ts'

export type ExportChoice = {
  format: ExportFormat
  separator: CsvSeparator
  values: ExportValues
  columns: readonly ColumnKey[]
}

/** Where numbers have a decimal comma, spreadsheets open only a file with semicolons in columns. */
const separatorOf = (language: Language): CsvSeparator =>
  new Intl.NumberFormat(languageInfo[language].locale).format(0.5).includes(',')
    ? 'semicolon'
    : 'comma'

// prettier-ignore
const STORE_COLUMNS: readonly ColumnKey<'stores'>[] = ['name', 'domain', 'foundDay', 'launchDate', 'launchConfidence', 'country', 'currency', 'category', 'productCount', 'priceMedian', 'theme', 'apps', 'email', 'phone']
// prettier-ignore
const LEAD_COLUMNS: readonly ColumnKey<'leads'>[] = ['name', 'domain', 'email', 'emailKind', 'emailState', 'emailSource', 'emailSeenAt', 'phone', 'contactFormUrl', 'company', 'country', 'language', 'category', 'productCount', 'launchDate']
// prettier-ignore
const PRODUCT_COLUMNS: readonly ColumnKey<'products'>[] = ['title', 'url', 'price', 'compareAtPrice', 'currency', 'trendScore', 'trendBadge', 'trendStores', 'trendDay', 'storeName', 'storeDomain', 'storeCountry']
// prettier-ignore
const CLUSTER_STORE_COLUMNS: readonly ColumnKey<'clusterStores'>[] = ['storeName', 'storeDomain', 'storeCountry', 'price', 'currency', 'dollars', 'listedDay', 'bestSellerPlace', 'available']

export const defaultColumns: Record<ExportView, readonly ColumnKey[]> = {
  stores: STORE_COLUMNS,
  leads: LEAD_COLUMNS,
  products: PRODUCT_COLUMNS,
  clusterStores: CLUSTER_STORE_COLUMNS,
  savedStores: ['isFavorite', ...STORE_COLUMNS, 'notes', 'tags', 'savedAt'],
  savedProducts: ['isFavorite', ...PRODUCT_COLUMNS, 'notes', 'tags', 'savedAt'],
}

const keyOf = (view: ExportView) => `export:${view}`

/** The last choice on this device, without columns that no longer exist. */
export function readExportChoice(view: ExportView, language: Language): ExportChoice {
  const fallback: ExportChoice = {
    format: 'csv',
    separator: separatorOf(language),
    values: 'words',
    columns: defaultColumns[view],
  }
  const { format, separator, values, columns } = fieldsOf(readStored(keyOf(view)))
  const known: readonly unknown[] = Array.isArray(columns) ? columns : []
  const chosen = columnsOf(view)
    .filter((key) => known.includes(key))
    .toSorted((a, b) => known.indexOf(a) - known.indexOf(b))
  return {
    format: ExportFormat.safeParse(format).data ?? fallback.format,
    separator: CsvSeparator.safeParse(separator).data ?? fallback.separator,
    values: ExportValues.safeParse(values).data ?? fallback.values,
    columns: chosen.length > 0 ? chosen : fallback.columns,
  }
}

export const saveExportChoice = (view: ExportView, choice: ExportChoice): void =>
  store(keyOf(view), choice)

/** A new column goes before the first chosen one that follows it in the full list. */
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
    const index = columns.findIndex((other) => all.indexOf(other) > all.indexOf(key))
    return columns.toSpliced(index < 0 ? columns.length : index, 0, key)
  }, chosen)
}

/** The chosen columns in the order of the groups. */
export const byGroup = (view: ExportView, chosen: readonly ColumnKey[]): readonly ColumnKey[] =>
  columnsOf(view).filter((key) => chosen.includes(key))

/** Of the stores of a list: these, or all but these. */
export type ExportTargets = { storeIds?: readonly StoreId[]; except?: readonly StoreId[] }

type ExportRequest = ExportChoice & { rows: number; total: number }

/** Requests the file and starts its download. */
export function useExport(
  view: ExportView,
  query: Readonly<Record<string, unknown>>,
  targets?: ExportTargets,
) {
  const reload = useReload()
  const create = useCall(createExport, {
    onSuccess: ({ url }) => startDownload(url),
    // Not awaited: without a connection it would delay the error message.
    onSettled: () => void reload(getExportRights),
  })
  return {
    start({ format, separator, values, columns, rows, total }: ExportRequest) {
      const file = format === 'csv' ? { format, separator, values } : { format, values }
      const limit = rows < total ? { limit: rows } : {}
      const body = { view, ...file, columns, query: textsOf(query), ...targets, ...limit }
      create.mutate({ body: bodyOf(body) })
    },
    reset: create.reset,
    isPending: create.isPending,
    isStarted: create.isSuccess,
    startedRows: create.data?.rows ?? null,
    error: create.error,
  }
}

export type ExportRun = ReturnType<typeof useExport>

const OF_PAGE = new Set(['page', 'size', 'cursor', 'withScores'])

/** The query as the list's own call sends it: every field as a string. */
const textsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key, value]) => !OF_PAGE.has(key) && value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  )

// Safe: the type of a body describes the output of its schema, not the input; the server validates
// it.
const bodyOf = (body: object) => body as BodyOf<typeof createExport>

/** Starts a browser download; the page stays, whatever the answer is. */
function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
