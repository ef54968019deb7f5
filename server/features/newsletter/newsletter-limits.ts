import type { Db } from '#server/context.ts'
import { digestOfEmail } from '#server/features/auth/email-key.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const HOUR_SECONDS = 60 * 60
const MAX_REQUESTS_OF_NETWORK = 5
/** Fewer than for an account's mails: the owner of the address may never have heard of us. */
const MAX_MAILS_TO_ADDRESS = 3

/**
 * False = this address got enough for today: the answer stays the same and no further mail is sent.
 * @throws AppError `rate_limited` when the network asked too often
 */
export type CountSubscription = (network: string, emailKey: string) => Promise<boolean>

export function createNewsletterLimits(db: Db): CountSubscription {
  const networks = createLimiter(db, {
    prefix: 'newsletter-network',
    points: MAX_REQUESTS_OF_NETWORK,
    windowSeconds: HOUR_SECONDS,
  })
  const addresses = createLimiter(db, {
    prefix: 'newsletter-address',
    points: MAX_MAILS_TO_ADDRESS,
    windowSeconds: 24 * HOUR_SECONDS,
  })
  return async (network, emailKey) => {
    await countOrRefuse(networks, network)
    const { consumedPoints } = await addresses.penalty(digestOfEmail(emailKey))
    return consumedPoints <= MAX_MAILS_TO_ADDRESS
  }
}
