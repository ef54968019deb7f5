/**
 * Where a host points. `platform` = an address of the shop platform (23.227.38.0/24, 2620:127:f00f:5::/64) or a CNAME chain that ends in
 * shops.myshopify.com. `elsewhere` = resolves, but not to the platform. `retry` = may resolve later (certificates are issued while DNS
 * changes still propagate).
 */
export type DnsAnswer =
  | { kind: 'platform'; via: 'a' | 'aaaa' | 'cname' }
  | { kind: 'elsewhere' }
  | { kind: 'retry'; cause: 'nxdomain' | 'servfail' | 'timeout' }

export type ResolveHost = (host: string) => Promise<DnsAnswer>
