/** A document that was fetched (or read from a file), as the extractors expect it. */
export type Page = {
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
  fetchedAt: string
}
