import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countOrRefuse, DAY, HOUR, limit, MINUTE } from '#server/platform/limits.ts'

export const limits = {
  contactNetwork: limit('contact-network', 'network', 5, HOUR),
  contactAddress: limit('contact-address', 'address', 5, HOUR),
  newsletterNetwork: limit('newsletter-network', 'network', 5, HOUR),
  // Fewer than for an account's mails: the owner of the address may never have heard of us.
  newsletterAddress: limit('newsletter-address', 'address', 3, DAY),
  // An article with more views is on a front page somewhere; more likely a script keeps changing
  // its address.
  articleViews: limit('article-views', 'article', 2_000, HOUR),
}

/** Per process and network. The function throws AppError `rate_limited`. */
export function createMinuteLimit(points: number): (network: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: MINUTE })
  return (network) => countOrRefuse(limiter, network)
}
