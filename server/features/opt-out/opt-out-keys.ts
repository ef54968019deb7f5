import { getDomain } from 'tldts'

export const PLATFORM_SUFFIX = '.myshopify.com'

/** One spelling for apex and www: lower case, without `www.` and closing dot. */
export const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '')
    .replace(/^www\./, '')

/** An opt-out for a name covers all names below it, so a host is looked up with all names above it, up to its domain. */
export function keysOfHost(host: string): string[] {
  const bare = bareHost(host)
  const domain = getDomain(bare, { allowPrivateDomains: true }) ?? bare
  const names = [bare]
  for (let name = bare; name !== domain && name.includes('.');) {
    name = name.slice(name.indexOf('.') + 1)
    names.push(name)
  }
  const keys = names.map((name) => `host:${name}`)
  return bare.endsWith(PLATFORM_SUFFIX) ? [...keys, `shop:${bare}`] : keys
}

/** The same for the identifiers that a visit found for a shop. */
export function keysOfShop({ shop, shopId }: { shop: string | null; shopId: string | null }): string[] {
  return [...(shop ? [`shop:${shop.toLowerCase()}`] : []), ...(shopId ? [`shop_id:${shopId}`] : [])]
}
