import { readPage, writePage } from '#web/lib/page-number.ts'

/** The call takes an offset of at most 100,000 articles. */
export const pageOfAddress = (search: URLSearchParams): number => readPage(search, 10_000)

/** Where the list begins: another page is read from its first article on. */
export const ARTICLES_ID = 'blog-articles'

/** With what else is in the address; the first page has no number. */
export function addressOfPage(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search)
  writePage(next, page)
  return `${next.size > 0 ? `?${next}` : '?'}#${ARTICLES_ID}`
}
