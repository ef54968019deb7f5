import { readPage, writePage } from '#web/lib/page-number.ts'

/** The endpoint accepts an offset of at most 100,000 articles. */
export const pageOfAddress = (search: URLSearchParams): number => readPage(search, 10_000)

/** Start of the list. Turning the page scrolls to its first article. */
export const ARTICLES_ID = 'blog-articles'

/** Keeps the rest of the address; the first page has no number. */
export function addressOfPage(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search)
  writePage(next, page)
  return `${next.size > 0 ? `?${next}` : '?'}#${ARTICLES_ID}`
}
