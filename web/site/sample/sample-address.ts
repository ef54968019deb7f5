/** The page of the list, 0-based; the first one for any other text. */
export function pageIn(params: URLSearchParams): number {
  const text = params.get('page') ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) - 1 : 0
}

export const sampleInput = (page: number) => ({ query: { page: String(page) } })
