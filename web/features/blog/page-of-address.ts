/** `?page=2` is the second page, 0-based here; what is no page is the first. */
export function pageOfAddress(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page - 1 : 0
}

/** Where the list begins: another page is read from its first article on. */
export const ARTICLES_ID = 'blog-articles'

/** With what else is in the address; the first page has no number. */
export function addressOfPage(search: URLSearchParams, page: number): string {
  const next = new URLSearchParams(search)
  if (page === 0) next.delete('page')
  else next.set('page', String(page + 1))
  return `${next.size > 0 ? `?${next}` : '?'}#${ARTICLES_ID}`
}
