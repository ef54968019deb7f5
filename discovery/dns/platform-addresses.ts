import ipaddr from 'ipaddr.js'

// Addresses that the shop platform assigns to shops. Documented: A 23.227.38.65 and AAAA 2620:127:f00f:5::; its older and other addresses
// (.32, .36, .64–.74) belong to the same /24. https://help.shopify.com/manual/domains/understanding-domains
const PLATFORM_V4 = ipaddr.IPv4.parseCIDR('23.227.38.0/24')
const PLATFORM_V6 = ipaddr.IPv6.parseCIDR('2620:127:f00f:5::/64')

/** Where sub-domains of shops point, e.g. `www` CNAME shops.myshopify.com. */
export const PLATFORM_ALIAS = 'shops.myshopify.com'

export function isPlatformAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.parse(address)
  return ip instanceof ipaddr.IPv4 ? ip.match(PLATFORM_V4) : ip.match(PLATFORM_V6)
}
