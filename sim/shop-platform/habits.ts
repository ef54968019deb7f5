import { html, redirect, type Answer, type Asked } from '../http-answer.ts'
import { hash } from '../random.ts'
import { challenge, rejected, throttled } from './pages/platform-pages.ts'
import type { ShopProfile } from './shop-profile.ts'
import { fill } from './markup.ts'

/** How often each misbehaving shop was requested; counts only such shops. */
export type VisitCounter = { count: (shop: string) => number }

export function createVisitCounter(): VisitCounter {
  const visits = new Map<string, number>()
  return {
    count(shop) {
      const next = (visits.get(shop) ?? 0) + 1
      visits.set(shop, next)
      return next
    },
  }
}

const HUGE_PAGE = `<!doctype html><title>All of it</title><!-- ${'='.repeat(10 * 1024 * 1024)} -->`
const SLOW_MS = 2_500
const STALL_MS = 1_500

/** Target for visitors who seem to come from another country. */
const MARKET_PATH = '/en-de'

/** A shop answers below a market's path as it does without the path. */
export function withoutMarket(profile: ShopProfile, asked: Asked): Asked {
  if (profile.condition.habit !== 'redirects_market' || !asked.path.startsWith(MARKET_PATH))
    return asked
  const path = asked.path.slice(MARKET_PATH.length)
  return path === '' || path.startsWith('/') ? { ...asked, path: path || '/' } : asked
}

/**
 * A shop's misbehaviour instead of an answer, or null. Affects first visits only, or a single
 * address.
 */
export function refusal(profile: ShopProfile, asked: Asked, visits: VisitCounter): Answer | null {
  const { habit } = profile.condition
  switch (habit) {
    case 'throttles':
      return visits.count(profile.shop) <= 2 ? throttled(null) : null
    case 'throttles_with_wait':
      return visits.count(profile.shop) <= 1 ? throttled(1 + (hash(profile.key) % 3)) : null
    case 'rejects':
      return visits.count(profile.shop) <= 1 ? rejected() : null
    case 'challenges':
      return visits.count(profile.shop) <= 1 ? challenge() : null
    case 'html_products':
      return asked.path.endsWith('/products.json')
        ? html(
            200,
            fill('<!doctype html><title>{name}</title><p>Products</p>', { name: profile.host }),
          )
        : null
    case 'no_products_file':
      return asked.path.endsWith('/products.json')
        ? html(404, '<!doctype html><title>404</title>')
        : null
    case 'redirects_market':
      return asked.path === '/' ? redirect(302, `https://${profile.host}${MARKET_PATH}`) : null
    case 'plain':
    case 'stalls':
    case 'robots_no_catalogue':
    case 'robots_closed':
    case 'slow':
    case 'resets':
    case 'wrong_charset':
    case 'huge_page':
    case 'huge_pages':
      return null
    default:
      return habit satisfies never
  }
}

/** Applies the shop's transfer faults to an answer. */
export function withHabit(
  profile: ShopProfile,
  asked: Asked,
  answer: Answer,
  visits: VisitCounter,
): Answer {
  const { habit } = profile.condition
  if (habit === 'slow') return { ...answer, mishap: { kind: 'delay', ms: SLOW_MS } }
  if (habit === 'stalls') return { ...answer, mishap: { kind: 'stall', ms: STALL_MS } }
  if (habit === 'resets' && visits.count(profile.shop) === 1)
    return { ...answer, mishap: { kind: 'reset' } }
  if (habit === 'huge_pages' && asked.path !== '/robots.txt')
    return html(200, HUGE_PAGE, answer.headers)
  if (habit === 'wrong_charset' && asked.path === '/')
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=iso-8859-1' },
    }
  return answer
}
