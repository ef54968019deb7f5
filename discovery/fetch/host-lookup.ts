/**
 * The addresses of a host, as the guarded fetcher needs them. `none` = the name does not exist or has no address;
 * `retry` = no answer for now. IP literals are not looked up.
 */
export type HostLookup =
  | { kind: 'addresses'; addresses: string[] }
  | { kind: 'retry'; cause: 'servfail' | 'timeout' }
  | { kind: 'none' }

export type LookupHost = (host: string) => Promise<HostLookup>
