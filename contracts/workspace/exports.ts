import * as z from 'zod/mini'
import { type Download, endpoint } from '#contracts/endpoint.ts'
import { ExportFormat } from '#contracts/billing/plans.ts'
import { Ticked } from './bulk.ts'
import { listSavedProducts, listSavedStores } from './saved.ts'
import { clusterParams, clusterStoreFields } from '#contracts/catalog/product-clusters.ts'
import { listStores } from '#contracts/catalog/stores.ts'
import { listTrendingProducts } from '#contracts/catalog/trending-products.ts'

/**
 * The lists that can be exported. `leads` = the stores of `stores` with a usable address,
 * `clusterStores` = the stores that list a product.
 */
export const ExportView = z.enum([
  'stores',
  'leads',
  'products',
  'clusterStores',
  'savedStores',
  'savedProducts',
])
export type ExportView = z.infer<typeof ExportView>

/**
 * Columns of a file in their groups and in order. The names are the keys of the JSON lines and of
 * the header texts (`exports.columns`).
 */
type ColumnGroups = Readonly<Record<string, readonly string[]>>

const storeGroups = {
  store: ['name', 'domain', 'url', 'id', 'slug', 'page', 'status', 'about', 'logoUrl'],
  launch: [
    'foundDay',
    'foundAt',
    'visibleAt',
    'launchDate',
    'launchConfidence',
    'launchStatus',
    'movedHere',
    'lastCheckedAt',
  ],
  score: ['score', 'scoreKnown'],
  place: ['country', 'region', 'city', 'language', 'languages', 'currency', 'shipsTo', 'markets'],
  offer: [
    'category',
    'productCount',
    'priceMin',
    'priceMedian',
    'priceMax',
    'discountedPercent',
    'hasTrending',
    'freeShippingFrom',
    'payLater',
    'rating',
    'reviewCount',
  ],
  technology: ['theme', 'apps', 'appCount', 'pixels', 'paymentBrands'],
  contact: [
    'email',
    'emailKind',
    'emailState',
    'emailSource',
    'emailSeenAt',
    'phone',
    'phoneSource',
    'phoneSeenAt',
    'contactFormUrl',
    'company',
    'responsible',
    'address',
    'registrations',
    'socials',
    'socialUrls',
    'policies',
  ],
} as const satisfies ColumnGroups

const productGroups = {
  product: [
    'title',
    'id',
    'url',
    'page',
    'price',
    'compareAtPrice',
    'discountPercent',
    'currency',
    'available',
    'vendor',
    'productType',
    'createdAt',
    'imageUrl',
  ],
  trend: [
    'trendScore',
    'trendBadge',
    'trendStores',
    'trendDay',
    'spreadPoints',
    'growthPoints',
    'placesPoints',
    'stockPoints',
    'pricePoints',
    'agePoints',
  ],
  shop: ['storeName', 'storeDomain', 'storeId', 'storeCountry', 'storeFoundDay'],
} as const satisfies ColumnGroups

const clusterStoreGroups = {
  shop: ['storeName', 'storeDomain', 'storeId', 'storeCountry', 'storeFoundDay', 'launchStatus'],
  product: ['id', 'page', 'price', 'currency', 'dollars', 'available'],
  trend: ['listedDay', 'bestSellerPlace'],
} as const satisfies ColumnGroups

const savedGroup = ['notes', 'tags', 'isFavorite', 'savedAt', 'changedAt'] as const

const leadGroup = ['stage', 'nextStep', 'nextDay', 'contactedAt'] as const

export const exportColumns = {
  stores: storeGroups,
  leads: storeGroups,
  products: productGroups,
  clusterStores: clusterStoreGroups,
  savedStores: { ...storeGroups, saved: savedGroup, lead: leadGroup },
  savedProducts: { ...productGroups, saved: ['removedAt', ...savedGroup] },
} as const satisfies Record<ExportView, ColumnGroups>

type GroupsOf<View extends ExportView> = (typeof exportColumns)[View]
type ColumnIn<Groups> = Groups extends ColumnGroups ? Groups[keyof Groups][number] : never
export type ColumnKey<View extends ExportView = ExportView> = View extends ExportView
  ? ColumnIn<GroupsOf<View>>
  : never

export type GroupKey = { [View in ExportView]: keyof GroupsOf<View> }[ExportView]

/** The columns of a list, by group. */
export const groupsOf = (view: ExportView): readonly [GroupKey, readonly ColumnKey[]][] =>
  // Safe: the keys come from the table itself.
  Object.entries(exportColumns[view]) as unknown as [GroupKey, readonly ColumnKey[]][]

export const columnsOf = (view: ExportView): readonly ColumnKey[] =>
  groupsOf(view).flatMap(([, columns]) => columns)

const columnsIn = (view: ExportView) => {
  const known: readonly string[] = columnsOf(view)
  return z.array(z.enum(known as [string, ...string[]])).check(
    z.minLength(1),
    z.maxLength(known.length),
    z.refine((columns) => new Set(columns).size === columns.length),
  )
}

/** Between the cells of a CSV file; with semicolons, its numbers have a decimal comma. */
export const CsvSeparator = z.enum(['comma', 'semicolon'])
export type CsvSeparator = z.infer<typeof CsvSeparator>

/** How a CSV file or a workbook shows countries, categories and the like; JSON lines hold codes. */
export const ExportValues = z.enum(['words', 'codes'])
export type ExportValues = z.infer<typeof ExportValues>

const MAX_LIMIT = 100_000_000

const requestOf = <View extends ExportView, Query extends z.ZodMiniType>(
  view: View,
  query: Query,
) =>
  z.object({
    view: z.literal(view),
    format: ExportFormat,
    /** Of a CSV file; without it, commas. */
    separator: z.optional(CsvSeparator),
    /** Without it, words of the caller's language. */
    values: z.optional(ExportValues),
    /** In the order of the file's columns. */
    columns: columnsIn(view),
    query,
    /** Export only this many rows, from the top of the list. */
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_LIMIT))),
  })

function queryOf<Query extends z.ZodMiniType>({ query }: { query?: Query }): Query {
  if (!query) throw new Error('a list without a query')
  return query
}

const ofStores = <View extends 'stores' | 'leads'>(view: View) =>
  z.extend(requestOf(view, queryOf(listStores)), {
    /** Only these stores, in this order, whatever the query. */
    storeIds: z.optional(Ticked.check(z.minLength(1))),
    /** All but these stores. */
    except: z.optional(Ticked),
  })

/** `query` is the list's own query, including its order. The page number is ignored. */
export const ExportRequest = z.discriminatedUnion('view', [
  ofStores('stores'),
  ofStores('leads'),
  requestOf('products', queryOf(listTrendingProducts)),
  requestOf('clusterStores', z.extend(clusterParams, clusterStoreFields)),
  requestOf('savedStores', queryOf(listSavedStores)),
  requestOf('savedProducts', queryOf(listSavedProducts)),
])
export type ExportRequest = z.output<typeof ExportRequest>

const rightsFields = {
  /** Rows that the account may still export on this UTC day; null = unlimited. */
  remainingToday: z.nullable(z.int()),
}

export const getExportRights = endpoint({
  name: 'getExportRights',
  method: 'GET',
  path: '/api/exports',
  access: 'paid',
  summary: "The export formats of the account's plan, and the rows and contacts left today.",
  response: z.object({
    formats: z.array(ExportFormat),
    rowsPerDay: z.nullable(z.int()),
    ...rightsFields,
    /**
     * Stores whose contacts the account may still see or export on this UTC day, and the daily
     * total; null when the plan's exports do not count towards this limit.
     */
    contacts: z.nullable(z.object({ perDay: z.int(), remainingToday: z.int() })),
  }),
})

export const createExport = endpoint({
  name: 'createExport',
  method: 'POST',
  path: '/api/exports',
  access: 'paid',
  summary:
    'Count the rows of a list with its filters and order. Returns an address that serves the file once, within two minutes, without a session.',
  body: ExportRequest,
  response: z.object({
    url: z.string(),
    /** Rows that the file will hold if nothing changes in the meantime. */
    rows: z.int(),
    expiresAt: z.iso.datetime(),
    /** State before this download, which counts when it begins. */
    ...rightsFields,
  }),
})

export const EXPORT_MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

export const downloadExport = {
  name: 'downloadExport',
  method: 'GET',
  path: '/api/exports/:ticket',
  access: 'public',
  summary: 'Stream the file of an export. Works once; the address itself grants access.',
  params: z.object({ ticket: z.string().check(z.maxLength(100)) }),
  mediaTypes: Object.values(EXPORT_MEDIA_TYPES),
} as const satisfies Download
