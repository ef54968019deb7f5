import * as z from 'zod/mini'

const MAX_PAGE_SIZE = 100

/** A whole number in a query string: digits only, so `1e9`, `NaN` and `-1` are refused. */
export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
  )

export const pageFields = {
  /** 0-based. */
  page: z._default(wholeNumber(0, 1_000_000), 0),
  size: z._default(wholeNumber(1, MAX_PAGE_SIZE), 20),
}

export const SortDirection = z.enum(['ASC', 'DESC', 'asc', 'desc'])

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
    /** Opaque; pass it back as `cursor` to continue after the last row. Null at the end. */
    nextCursor: z.nullable(z.string()),
  })

/** For answers that come from the search engine. */
export const asOfField = {
  /** Only when the answer could not include the latest changes: the moment up to which it does. */
  asOf: z.optional(z.iso.datetime()),
}

/** A page of a list that is paged by number alone. `page` is 0-based. */
export const numberedPage = <Item>(
  content: Item[],
  { page, size, total }: { page: number; size: number; total: number },
) => ({
  content,
  page,
  size,
  totalElements: total,
  totalPages: Math.ceil(total / size),
  nextCursor: null,
})
