import { fraction, hash, weighted } from '../random.ts'
import type { ShopReference } from './shop-reference.ts'

/** Hosts in the logs that are not separate shops. */
export type StrayKind =
  /**
   * Another certificate for a known shop: a sub-domain was added, or the certificate was renewed.
   */
  | 'reissue'
  /** Points at the platform, but has no shop. */
  | 'parked'
  /** An additional domain of an old shop, which redirects to the main one. */
  | 'moved'
  /** A site on another server that shows a Buy button. */
  | 'buy_button'
  /** Points at the platform's network, but other software answers. */
  | 'other_platform'
  /** Points at a loopback or private address. */
  | 'hostile'
  | 'unresolved'
  /**
   * Only `shop.` ever pointed at the platform, and the shop is gone: any merchant could claim the
   * name.
   */
  | 'takeover'
  /** Its name servers never answer. */
  | 'silent'
  | 'failing'

const KINDS: readonly (readonly [StrayKind, number])[] = [
  ['reissue', 34],
  ['parked', 18],
  ['moved', 10],
  ['buy_button', 12],
  ['other_platform', 8],
  ['hostile', 3],
  ['unresolved', 10],
  ['failing', 5],
  ['takeover', 6],
  // A name without an answer delays every resolver by seconds. Rare, so that reading the past days
  // stays fast.
  ['silent', 0.2],
]

export const strayKindOf = (seed: number, ordinal: number): StrayKind =>
  weighted(KINDS, fraction(seed, 'stray-kind', ordinal))

/** The shop that a reissue or a moved domain belongs to, chosen from those logged earlier. */
export function strayTarget(
  seed: number,
  ordinal: number,
  kind: StrayKind,
  newBefore: number,
  oldBefore: number,
): ShopReference | null {
  const choice = hash(seed, 'stray-target', ordinal)
  if (kind === 'moved' || choice % 3 === 0)
    return oldBefore === 0 ? null : { side: 'old', ordinal: choice % oldBefore }
  return newBefore === 0 ? null : { side: 'new', ordinal: choice % newBefore }
}
