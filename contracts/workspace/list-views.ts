import * as z from 'zod/mini'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { endpoint } from '#contracts/endpoint.ts'

/** Columns that a list can show besides the name of the store, in their usual order. */
export const ListColumn = z.enum([
  'email',
  'phone',
  'country',
  'region',
  'city',
  'language',
  'category',
  'price',
  'currency',
  'discount',
  'products',
  'theme',
  'apps',
  'pixels',
  'socials',
  'launched',
  'confidence',
  'tags',
  'contact',
  'form',
  'age',
  'found',
  'score',
])
export type ListColumn = z.infer<typeof ListColumn>

export const ListDensity = z.enum(['compact', 'comfortable'])
export type ListDensity = z.infer<typeof ListDensity>

const orderFields = {
  density: ListDensity,
  sortBy: StoreSort,
  sortDirection: z.enum(['ASC', 'DESC']),
}

/** How a list shows its stores: columns in their order, height of the rows, and order of the rows. */
export const ListDisplay = z.object({ columns: z.array(ListColumn), ...orderFields })
export type ListDisplay = z.infer<typeof ListDisplay>

const isColumn = (name: string): name is ListColumn =>
  ListColumn.options.some((column) => column === name)

const MAX_NAMES = 100
const MAX_NAME = 40
/** A column of any release has such a name; other text is refused. */
const COLUMN_NAME = /^[a-z][a-zA-Z0-9]*$/

/** As sent and as stored: columns that this release does not know are dropped, and so are repeats. */
export const SentDisplay = z.object({
  columns: z.pipe(
    z.pipe(
      z
        .array(z.string().check(z.maxLength(MAX_NAME), z.regex(COLUMN_NAME)))
        .check(z.maxLength(MAX_NAMES)),
      z.transform((names: string[]) => [...new Set(names)].filter(isColumn)),
    ),
    z.array(ListColumn),
  ),
  ...orderFields,
})

/** The lists of stores; each has its own default. */
export const DisplayedView = z.enum(['stores', 'leads', 'prelaunch'])
export type DisplayedView = z.infer<typeof DisplayedView>

/** Null: the product's default. */
const views = z.object({
  stores: z.nullable(ListDisplay),
  leads: z.nullable(ListDisplay),
  prelaunch: z.nullable(ListDisplay),
})

export const getListView = endpoint({
  name: 'getListView',
  method: 'GET',
  path: '/api/list-view',
  access: 'paid',
  summary: 'How the account has each list shown: columns, density and order.',
  response: views,
})

export const putListView = endpoint({
  name: 'putListView',
  method: 'PUT',
  path: '/api/list-view',
  access: 'paid',
  summary: 'Change how one list is shown by default; null returns to the usual columns.',
  body: z.object({ view: DisplayedView, display: z.nullable(SentDisplay) }),
  response: views,
})
