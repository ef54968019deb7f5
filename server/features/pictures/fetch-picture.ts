/** One GET through the address guard. What the fetcher of the pipeline is, as far as pictures need it. */
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

/** For a server that must not ask anybody: only pictures that are kept already are served. */
export const fetchNoPicture: FetchPicture = async () => ({ kind: 'refused', reason: 'no fetcher' })
