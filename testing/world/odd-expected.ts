import type { Truth } from '#sim/control/truth.ts'
import type { Resolution } from '#sim/dns/zone.ts'
import type { World } from '#sim/world.ts'

/** Sub-domains that the platform adds by itself: never separate shops. */
const SERVICES = /^(?:account|checkout)\./
const bare = (name: string) =>
  name
    .toLowerCase()
    .replace(/^\*\./, '')
    .replace(/^www\./, '')

/**
 * Decided by the DNS answer: an address range, and the alias that the platform tells merchants to
 * set.
 */
function isAtPlatform(answer: Resolution): boolean {
  if (answer.kind !== 'addresses') return false
  return (
    answer.alias === 'shops.myshopify.com' ||
    answer.v4.some((address) => address.startsWith('23.227.38.')) ||
    answer.v6.some((address) => address.startsWith('2620:127:f00f:5:'))
  )
}

/**
 * All hosts in the logs that currently point at the platform; apex and `www.` count as one. Derived
 * only from the world.
 */
export function pointingHosts(world: World): string[] {
  const names = [...world.loggedNames()].map((name) => name.toLowerCase().replace(/^\*\./, ''))
  const named = new Set(names)
  const hosts = [...new Set(names.map(bare))].filter(
    (host) => /^[a-z0-9.-]+$/.test(host) && !SERVICES.test(host),
  )
  return hosts
    .flatMap((host) => {
      if (isAtPlatform(world.resolve(host))) return [host]
      const www = `www.${host}`
      return named.has(www) && isAtPlatform(world.resolve(www)) ? [www] : []
    })
    .toSorted()
}

export type ExpectedHost = { host: string; kind: string; outcome: string }

type About = {
  at: Date
  /** Not visited before: some shops refuse their first visitor. */
  isFirst: boolean
  optedOut: string
}

/** A host's kind by the world's truth, and the correct result of a visit to it. */
export function expectedOf(world: World, host: string, about: About): ExpectedHost {
  const truth = world.truth(host)
  if (!truth) {
    const stray = [...world.strays()].find((each) => each.host === host)
    const kind = stray?.kind ?? 'unknown'
    const target = stray?.target ? world.truth(stray.target) : null
    return {
      host,
      kind: `stray: ${kind}`,
      outcome: target ? movedOutcome(target, about) : strayOutcome(kind),
    }
  }
  const outcome = truth.domain === about.optedOut ? 'opt_out' : shopOutcome(truth, about)
  return { host, kind: `${host.startsWith('shop.') ? 'shop. of ' : ''}${kindOf(truth)}`, outcome }
}

const kindOf = ({ kind, opensAt, habit, naming }: Truth): string =>
  [opensAt === null ? kind : 'opens later', habit, naming]
    .filter((part) => part !== 'plain' && part !== 'a')
    .join(', ')

function strayOutcome(kind: string): string {
  switch (kind) {
    case 'parked':
    case 'takeover':
      return 'no_shop'
    case 'other_platform':
      return kind
    // Domains move only to old shops; without a target no shop answers.
    case 'moved':
      return 'no_shop'
    default:
      return 'no visit'
  }
}

/** Stored under the shop's own domain; without a shop to store, reported under its own name. */
function movedOutcome(target: Truth, about: About): string {
  const outcome = shopOutcome(target, about)
  return outcome === 'store' || outcome === 'password_protected' ? 'moved' : outcome
}

function shopOutcome(truth: Truth, { at, isFirst }: About): string {
  // The platform answers the same for a closed shop and one that never existed; we never saw this
  // one while it was open.
  if (truth.expected === 'closed') return 'no_shop'
  // By its header and its markup together it is a store of the platform, regardless of who built
  // its pages.
  if (truth.expected === 'headless') return 'store'
  if (truth.expected !== 'store') return truth.expected
  const isShut = truth.opensAt === null ? truth.kind === 'protected' : at < new Date(truth.opensAt)
  if (isShut) return 'password_protected'
  if (isFirst && truth.habit === 'rejects') return 'refused_by_host'
  if (isFirst && truth.habit === 'challenges') return 'challenge'
  return 'store'
}
