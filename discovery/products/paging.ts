const DEFAULT_LIMIT = 30
const MAX_LIMIT = 250

/** Page number and maximum number of products in a catalogue address, as the platform interprets them. */
export function pagingOf(url: string): { limit: number; page: number } {
  if (!URL.canParse(url)) return { limit: DEFAULT_LIMIT, page: 1 }
  const { searchParams } = new URL(url)
  const limit = positive(searchParams.get('limit'))
  return {
    limit: limit === null ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT),
    page: positive(searchParams.get('page')) ?? 1,
  }
}

function positive(text: string | null): number | null {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value > 0 ? value : null
}
