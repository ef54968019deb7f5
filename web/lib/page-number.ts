/** `?page=2` is the second page, 0-based here as in the calls; what is no page number is the first. */
export function readPage(params: URLSearchParams, lastPage = 100_000): number {
  const text = params.get('page') ?? ''
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 1
  return page >= 1 && page <= lastPage ? page - 1 : 0
}

/** Writes a 0-based page as people count; the first page has no number. */
export function writePage(params: URLSearchParams, page: number): void {
  if (page === 0) params.delete('page')
  else params.set('page', String(page + 1))
}
