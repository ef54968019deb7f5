import { keysOf } from '#contracts/keys.ts'
import { readPage, writePage } from '#web/lib/navigation/page-number.ts'

const sorts = {
  newest: { sortBy: 'createdAt', sortDirection: 'DESC' },
  priceUp: { sortBy: 'price', sortDirection: 'ASC' },
  priceDown: { sortBy: 'price', sortDirection: 'DESC' },
  title: { sortBy: 'title', sortDirection: 'ASC' },
  score: { sortBy: 'score', sortDirection: 'DESC' },
} as const

export const productSorts = keysOf(sorts)

export const productMarks = ['onSale', 'available', 'trending'] as const
export type ProductMark = (typeof productMarks)[number]

export type ProductsAddress = {
  sort: keyof typeof sorts
  /** Words that the title must contain; empty for all. */
  text: string
  marks: readonly ProductMark[]
  /** 0-based. */
  page: number
}

export const MAX_LETTERS = 100
export const PAGE_SIZE = 24

export function readProductsAddress(params: URLSearchParams): ProductsAddress {
  const [by, direction] = [params.get('sortBy'), params.get('sortDirection')]
  return {
    sort:
      productSorts.find(
        (name) => sorts[name].sortBy === by && sorts[name].sortDirection === direction,
      ) ?? 'newest',
    text: (params.get('q') ?? '').trim().slice(0, MAX_LETTERS),
    marks: productMarks.filter((mark) => params.get(mark) === 'yes'),
    page: readPage(params),
  }
}

/**
 * The address after a change. A change of order or filters returns to the first page; the rest
 * stays.
 */
export function withProducts(
  params: URLSearchParams,
  change: Partial<ProductsAddress>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) =>
    value ? next.set(name, value) : next.delete(name)
  if (change.sort) {
    const isDefault = change.sort === 'newest'
    set('sortBy', isDefault ? null : sorts[change.sort].sortBy)
    set('sortDirection', isDefault ? null : sorts[change.sort].sortDirection)
  }
  if (change.text !== undefined) set('q', change.text.trim().slice(0, MAX_LETTERS))
  if (change.marks) {
    for (const mark of productMarks) set(mark, change.marks.includes(mark) ? 'yes' : null)
  }
  writePage(next, change.page ?? 0)
  return next
}

export function productsQueryOf({ sort, text, marks, page }: ProductsAddress) {
  return {
    page: String(page),
    size: String(PAGE_SIZE),
    ...sorts[sort],
    ...(text && { q: text }),
    ...Object.fromEntries(marks.map((mark) => [mark, 'yes'])),
  }
}

/** True when search or filters narrow the list; the order does not count. */
export const isNarrowed = ({ text, marks }: ProductsAddress): boolean =>
  text !== '' || marks.length > 0
