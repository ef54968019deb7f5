/** One GET. Follows at most `maxRedirects` redirects and applies the guard to each hop. */
export type FetchRequest = {
  url: string
  headers?: Record<string, string>
  /** Limit on the decoded body; default 5 MiB. */
  maxBytes?: number
  /** From the first byte sent to the last byte read, redirects included; default 30,000. */
  totalTimeoutMs?: number
  /** Default 5; 0 returns the redirect itself as a response. */
  maxRedirects?: number
  signal?: AbortSignal
}

/** Result of a request. A refusal is our own decision (guard); a failure is caused by the server or the network. */
export type FetchOutcome =
  | {
      kind: 'response'
      /** The address after redirects. */
      url: string
      status: number
      /** Names in lower case; repeated headers joined by ", ". */
      headers: Record<string, string>
      /** Decoded (gzip, br, zstd, deflate). */
      body: Uint8Array
      /** The addresses that redirected, in order. */
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
