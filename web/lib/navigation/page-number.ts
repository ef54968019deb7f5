/** `?page=2` is the second page; 0-based here as in the API. */
export function readPage(params: URLSearchParams, lastPage = 100_000): number {
  const text = params.get('page') ?? ''
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 1
  return page >= 1 && page <= lastPage ? page - 1 : 0
}

/** The first page has no parameter. */
export function writePage(params: URLSearchParams, page: number): void {
  if (page === 0) params.delete('page')
  else params.set('page', String(page + 1))
}
