import { DAY, HOUR, limit } from '#server/platform/limits.ts'

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
