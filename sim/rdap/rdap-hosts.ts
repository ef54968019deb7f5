import { json, plainText, redirect, type Answer, type Asked } from '../http-answer.ts'
import { fraction } from '../random.ts'
import type { ShopProfile } from '../shop-platform/shop-profile.ts'
import { MINUTE_MS, YEAR_MS } from '../time.ts'
import type { WorldState } from '../world-state.ts'
import { registeredMsOf } from './registration.ts'

/** Redirects to the responsible registry, as the real redirector does. */
const REDIRECTOR = 'rdap.ct-sim.test'
const REGISTRY = 'registry.ct-sim.test'
export const RDAP_URL = `https://${REDIRECTOR}/`

const DOMAIN_PATH = /^\/domain\/([^/]{1,253})$/
const HEADERS = { 'content-type': 'application/rdap+json' }
const WAIT_SECONDS = 20

/** The public registry of domains; null for other hosts. */
export function answerRdap(state: WorldState, asked: Asked): Answer | null {
  if (asked.host === REDIRECTOR) {
    const isDomain = DOMAIN_PATH.test(asked.path)
    return isDomain
      ? redirect(302, `https://${REGISTRY}${asked.path}`)
      : plainText(400, 'what domain?\n')
  }
  if (asked.host !== REGISTRY) return null
  const domain = DOMAIN_PATH.exec(asked.path)?.[1]?.toLowerCase()
  return domain === undefined
    ? plainText(400, 'what domain?\n')
    : answerDomain(state, domain, asked.nowMs)
}

function answerDomain(state: WorldState, domain: string, nowMs: number): Answer {
  if (fraction('rdap-busy', domain, Math.floor(nowMs / MINUTE_MS)) < 0.004)
    return plainText(429, 'slow down\n', { 'retry-after': String(WAIT_SECONDS) })
  const owner = state.ownerOfDomain(domain)
  // Some registries answer for none of their domains.
  if (owner?.kind !== 'shop' || fraction('rdap-none', domain) < 0.06) return notFound()
  return json(200, domainObject(domain, state.profile(owner.reference)), HEADERS)
}

const notFound = (): Answer => json(404, { errorCode: 404, title: 'Object not found' }, HEADERS)

function domainObject(domain: string, profile: ShopProfile): Record<string, unknown> {
  const registeredMs = registeredMsOf(profile)
  const event = (eventAction: string, ms: number) => ({
    eventAction,
    eventDate: new Date(ms).toISOString(),
  })
  const tellsDates = fraction('rdap-undated', domain) >= 0.03
  return {
    objectClassName: 'domain',
    rdapConformance: ['rdap_level_0'],
    handle: `${profile.key}_DOMAIN`,
    ldhName: domain.toUpperCase(),
    status: ['client transfer prohibited'],
    events: tellsDates
      ? [
          event(
            'expiration',
            registeredMs + YEAR_MS * Math.ceil((profile.loggedMs - registeredMs) / YEAR_MS + 0.5),
          ),
          event('registration', registeredMs),
        ]
      : [],
  }
}
