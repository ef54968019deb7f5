/** One GET through the address guard: the part of the pipeline's fetcher that pictures need. */
export type FetchPicture = (request: {
  url: string
  headers: Record<string, string>
  maxBytes: number
  totalTimeoutMs: number
}) => Promise<
  | { kind: 'response'; status: number; body: Uint8Array }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; cause: string }
>

/** For a server that must not contact any host: it serves only pictures that it already keeps. */
export const fetchNoPicture: FetchPicture = async () => ({ kind: 'refused', reason: 'no fetcher' })
