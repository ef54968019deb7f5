import { at, fraction, hash } from '../random.ts'
import { isNoiseHost } from '../ct-log/noise-names.ts'
import type { HostOwner } from '../host-registry.ts'
import type { WorldState } from '../world-state.ts'
import {
  PLATFORM_ADDRESS_6,
  PLATFORM_ADDRESSES,
  PLATFORM_ALIAS,
} from '../shop-platform/platform-addresses.ts'
import type { NameServing } from '../shop-platform/shop-condition.ts'
import { MAIL_PROVIDERS } from '../shop-platform/catalogue/texts.ts'
import { splitHost } from '../shop-platform/split-host.ts'

/** The resolution of a name. The resolver follows an alias within the same answer. */
export type Resolution =
  | { kind: 'addresses'; v4: string[]; v6: string[]; alias: string | null }
  | { kind: 'nxdomain' }
  | { kind: 'servfail' }
  | { kind: 'timeout' }

const found = (v4: string[], v6: string[] = [], alias: string | null = null): Resolution => ({
  kind: 'addresses',
  v4,
  v6,
  alias,
})
const LOG_ADDRESSES = ['104.16.0.10', '104.16.0.11']
const HOSTING = ['104.21', '172.67', '52.58', '185.199', '13.107', '34.120', '151.101', '89.106']
const VIA_PLATFORM = found([PLATFORM_ADDRESSES[2]], [], PLATFORM_ALIAS)

/** A few owners have not set up their mailboxes yet. */
export const takesMail = (name: string): boolean =>
  MAIL_PROVIDERS.includes(name.toLowerCase()) || fraction('mailboxes', name.toLowerCase()) < 0.93

export function resolveHost(state: WorldState, host: string, nowMs: number): Resolution {
  if (host === 'ct-sim.test' || host.endsWith('.ct-sim.test'))
    return found([at(LOG_ADDRESSES, hash(host))])
  if (host === 'cdn.shopify.com') return found(['23.227.39.200'])
  if (host === PLATFORM_ALIAS || host.endsWith('.myshopify.com'))
    return found([PLATFORM_ADDRESSES[2]])
  if (MAIL_PROVIDERS.includes(host)) return found([publicAddress(hash(host))])
  const { prefix, domain } = splitHost(host)
  const owner = state.ownerOfDomain(domain)
  if (owner) return resolveOwned(state, owner, prefix, nowMs)
  return isNoiseHost(host) ? resolveNoise(host) : { kind: 'nxdomain' }
}

function resolveOwned(
  state: WorldState,
  owner: HostOwner,
  prefix: string,
  nowMs: number,
): Resolution {
  if (owner.kind === 'stray') return resolveStray(owner, prefix)
  const { condition } = state.profile(owner.reference)
  if (prefix === 'account' || prefix === 'shop' || prefix === 'checkout') return VIA_PLATFORM
  if (prefix !== '' && prefix !== 'www') return { kind: 'nxdomain' }
  if (condition.availability.kind === 'headless') return elsewhere(owner.reference.ordinal)
  return resolveShop({ naming: condition.naming, ordinal: owner.reference.ordinal }, prefix, nowMs)
}

function resolveShop(
  { naming, ordinal }: { naming: NameServing; ordinal: number },
  prefix: string,
  nowMs: number,
): Resolution {
  switch (naming.kind) {
    case 'aaaa_only':
      return found([], [PLATFORM_ADDRESS_6])
    case 'cname':
      return VIA_PLATFORM
    case 'www_only':
      return prefix === 'www' ? VIA_PLATFORM : elsewhere(ordinal)
    case 'proxied':
      return proxied(ordinal)
    case 'delayed':
      if (nowMs < naming.readyMs) return { kind: naming.until }
      return prefix === 'www' ? VIA_PLATFORM : found([PLATFORM_ADDRESSES[0]], [PLATFORM_ADDRESS_6])
    case 'a':
      return prefix === 'www' ? VIA_PLATFORM : found([naming.address], [PLATFORM_ADDRESS_6])
    default:
      return naming satisfies never
  }
}

function resolveStray(
  { stray, ordinal }: Extract<HostOwner, { kind: 'stray' }>,
  prefix: string,
): Resolution {
  switch (stray) {
    case 'parked':
      return prefix === 'www' ? VIA_PLATFORM : found([PLATFORM_ADDRESSES[0]])
    case 'moved':
    case 'other_platform':
      return found([PLATFORM_ADDRESSES[0]])
    case 'buy_button':
      return elsewhere(ordinal)
    case 'hostile':
      return ordinal % 2 === 0 ? found(['127.0.0.1']) : found(['10.0.0.5'], ['::1'])
    case 'unresolved':
      return { kind: 'nxdomain' }
    case 'failing':
      return { kind: 'servfail' }
    case 'takeover':
      return prefix === 'shop' ? VIA_PLATFORM : elsewhere(ordinal)
    case 'silent':
      return { kind: 'timeout' }
    default:
      return stray satisfies never
  }
}

const publicAddress = (salt: number): string =>
  `${at(HOSTING, salt)}.${(salt >> 8) & 0xff}.${1 + ((salt >> 16) % 250)}`
const proxied = (ordinal: number): Resolution =>
  found([
    `104.21.${ordinal % 96}.${1 + (ordinal % 250)}`,
    `172.67.${128 + (ordinal % 96)}.${1 + (ordinal % 250)}`,
  ])
const elsewhere = (ordinal: number): Resolution =>
  found([publicAddress(hash('elsewhere', ordinal))])

function resolveNoise(host: string): Resolution {
  const share = fraction('noise-dns', host)
  if (share < 0.09) return { kind: 'nxdomain' }
  if (share < 0.105) return { kind: 'servfail' }
  const address = publicAddress(hash(host))
  if (share < 0.13) return found([], ['2606:4700:3033::6815:1f2a'])
  if (share < 0.2) return found([address], [], `edge-${hash(host) % 900}.hosting.example`)
  return found([address])
}
