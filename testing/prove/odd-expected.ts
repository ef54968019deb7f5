import type { Truth } from '#sim/control/truth.ts'
import type { Resolution } from '#sim/dns/zone.ts'
import type { World } from '#sim/world.ts'

/** Sub-domains that the platform adds by itself: never a shop of their own. */
const SERVICES = /^(?:account|checkout)\./
const bare = (name: string) =>
  name
    .toLowerCase()
    .replace(/^\*\./, '')
    .replace(/^www\./, '')

/** By what DNS answers; an address range, and the alias that the platform tells merchants to set. */
function isAtPlatform(answer: Resolution): boolean {
  if (answer.kind !== 'addresses') return false
  return (
    answer.alias === 'shops.myshopify.com' ||
    answer.v4.some((address) => address.startsWith('23.227.38.')) ||
    answer.v6.some((address) => address.startsWith('2620:127:f00f:5:'))
  )
}

/** The hosts that any log names and that point at the platform by now; apex and `www.` are one. Told from the world alone. */
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
  /** Nobody visited it before: some shops refuse the first who comes. */
  isFirst: boolean
  optedOut: string
}

/** What a host is by the world's truth, and what a visit to it has to end in. */
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
    // Only old shops are moved to; without one nobody answers.
    case 'moved':
      return 'no_shop'
    default:
      return 'no visit'
  }
}

/** Kept under the shop's own domain; where there is no shop to keep, it is told as its own. */
function movedOutcome(target: Truth, about: About): string {
  const outcome = shopOutcome(target, about)
  return outcome === 'store' || outcome === 'password_protected' ? 'moved' : outcome
}

function shopOutcome(truth: Truth, { at, isFirst }: About): string {
  // The platform says the same of a shop that is gone and of one that never was; nobody here saw it while it was there.
  if (truth.expected === 'closed') return 'no_shop'
  // By its header and its markup together it is a store of the platform, whoever made its pages.
  if (truth.expected === 'headless') return 'store'
  if (truth.expected !== 'store') return truth.expected
  const isShut = truth.opensAt === null ? truth.kind === 'protected' : at < new Date(truth.opensAt)
  if (isShut) return 'password_protected'
  if (isFirst && truth.habit === 'rejects') return 'refused_by_host'
  if (isFirst && truth.habit === 'challenges') return 'challenge'
  return 'store'
}
