import { html, plainText, redirect, type Answer, type Asked } from '../http-answer.ts'
import type { HostOwner } from '../host-registry.ts'
import type { WorldState } from '../world-state.ts'
import { createVisitCounter, refusal, withHabit, withoutMarket } from './habits.ts'
import {
  buyButtonSite,
  closedShop,
  customerAccounts,
  frozenShop,
  lockedShop,
  noShop,
  otherPlatformSite,
  throttled,
} from './pages/platform-pages.ts'
import type { Availability } from './shop-condition.ts'
import type { ShopProfile } from './shop-profile.ts'
import { profileAt } from './shop-changes.ts'
import { answerFile, answerProtected, answerShop } from './shop-routes.ts'
import { splitHost } from './split-host.ts'

/** Whether the control server has closed or opened a host, and since when. */
export type HostSwitches = ReadonlyMap<string, 'open' | 'closed'>

export type PlatformOptions = {
  state: WorldState
  switches: HostSwitches
  requestsPerSecond: number
}

/** Answers for everything behind the platform's addresses. */
export function createPlatform({
  state,
  switches,
  requestsPerSecond,
}: PlatformOptions): (asked: Asked) => Answer {
  const visits = createVisitCounter()
  const isOverLimit = createLimit(requestsPerSecond)

  function answerOpen(launched: ShopProfile, asked: Asked): Answer {
    const profile = profileAt(launched, asked.nowMs)
    const storefront = { seed: state.seed, profile, nowMs: asked.nowMs }
    const availability = switched(profile, switches, asked.nowMs)
    switch (availability.kind) {
      case 'closed':
        return closedShop(profile)
      case 'frozen':
        return frozenShop(profile)
      case 'locked':
        return lockedShop()
      case 'headless':
        return redirect(301, `https://${profile.host}${asked.path}`)
      case 'protected':
        return withHabit(
          profile,
          asked,
          answerProtected(storefront, asked, availability.inPlace),
          visits,
        )
      case 'open':
        return (
          refusal(profile, asked, visits) ??
          withHabit(profile, asked, answerShop(storefront, withoutMarket(profile, asked)), visits)
        )
      default:
        return availability satisfies never
    }
  }

  function answerForShop(profile: ShopProfile, prefix: string, asked: Asked): Answer {
    if (prefix === 'account') return customerAccounts(profile.brand.domain)
    const toMain = redirect(
      301,
      `https://${profile.host}${asked.path}${asked.query.size > 0 ? `?${asked.query}` : ''}`,
      { 'powered-by': 'Shopify' },
    )
    if (asked.host !== profile.host) return toMain
    return profile.condition.availability.kind === 'headless'
      ? headlessSite(profile)
      : answerOpen(profile, asked)
  }

  return (asked) => {
    if (isOverLimit(asked.nowMs)) return throttled(1)
    if (asked.host === 'cdn.shopify.com') return answerCdn(asked)
    const { prefix, domain } = splitHost(asked.host)
    const owner = asked.host.endsWith('.myshopify.com')
      ? state.ownerOfHandle(asked.host.slice(0, -'.myshopify.com'.length))
      : state.ownerOfDomain(domain)
    if (!owner) return noShop()
    if (owner.kind === 'shop') return answerForShop(state.profile(owner.reference), prefix, asked)
    return answerStray(state, owner, asked)
  }
}

const answerCdn = (asked: Asked): Answer => answerFile(asked.path) ?? plainText(404, 'not found')

function answerStray(
  state: WorldState,
  owner: Extract<HostOwner, { kind: 'stray' }>,
  asked: Asked,
): Answer {
  switch (owner.stray) {
    case 'moved':
      return owner.target
        ? redirect(301, `https://${state.profile(owner.target).host}${asked.path}`, {
            'powered-by': 'Shopify',
          })
        : noShop()
    case 'buy_button':
      return buyButtonSite(asked.host)
    case 'other_platform':
      return otherPlatformSite(asked.host)
    case 'parked':
    case 'hostile':
    case 'unresolved':
    case 'failing':
    case 'takeover':
    case 'silent':
      return noShop()
    default:
      return owner.stray satisfies never
  }
}

type Shown = Exclude<Availability, { kind: 'opens_later' }>

function switched({ host, condition }: ShopProfile, switches: HostSwitches, nowMs: number): Shown {
  const is = switches.get(host)
  const { availability } = condition
  if (is === 'open') return { kind: 'open' }
  if (is === 'closed') return { kind: 'closed' }
  if (availability.kind !== 'opens_later') return availability
  return nowMs >= availability.opensMs
    ? { kind: 'open' }
    : { kind: 'protected', inPlace: availability.inPlace }
}

/** The availability of a shop at a moment, for the truth. */
export const shownAvailability = switched

const headlessSite = ({ brand, shop }: ShopProfile): Answer =>
  html(
    200,
    `<!doctype html><html lang="${brand.country.locale}"><head><meta charset="utf-8"><title>${brand.name}</title><script>window.__remixContext={"storeDomain":"${shop}"}</script></head><body><h1>${brand.name}</h1></body></html>`,
    { server: 'Vercel', 'powered-by': 'Shopify, Hydrogen' },
  )

function createLimit(requestsPerSecond: number): (nowMs: number) => boolean {
  let second = 0
  let count = 0
  return (nowMs) => {
    if (requestsPerSecond === 0) return false
    const current = Math.floor(nowMs / 1000)
    if (current !== second) {
      second = current
      count = 0
    }
    return ++count > requestsPerSecond
  }
}
