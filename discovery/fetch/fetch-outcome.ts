/** One GET. Redirects are followed only up to `maxRedirects`, each hop guarded anew. */
export type FetchRequest = {
  url: string
  headers?: Record<string, string>
  /** Limit on the decoded body; default 5 MiB. */
  maxBytes?: number
  /** From the first byte sent to the last byte read, redirects included; default 30,000. */
  totalTimeoutMs?: number
  /** Default 5; 0 hands the redirect itself back as a response. */
  maxRedirects?: number
  signal?: AbortSignal
}

/** What the outside world answered. A refusal is ours (guard), a failure is theirs or the network's. */
export type FetchOutcome =
  | {
      kind: 'response'
      /** After redirects. */
      url: string
      status: number
      /** Names in lower case; repeated headers joined by ", ". */
      headers: Record<string, string>
      /** Decoded (gzip, br, zstd, deflate). */
      body: Uint8Array
      /** The addresses that redirected, oldest first. */
      redirectedFrom: string[]
    }
  | {
      kind: 'refused'
      url: string
      reason: 'private_address' | 'scheme' | 'port' | 'credentials' | 'bad_url' | 'opt_out'
    }
  | {
      kind: 'failed'
      url: string
      cause:
        | 'timeout'
        | 'dns'
        | 'connect'
        | 'tls'
        | 'reset'
        | 'too_large'
        | 'encoding'
        | 'redirects'
        | 'protocol'
        | 'aborted'
      detail: string
    }

export type Fetch = (request: FetchRequest) => Promise<FetchOutcome>
