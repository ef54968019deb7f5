import type { Db } from '#server/platform/db/schema.ts'
import { hashEmail } from '#server/platform/mail/email-address.ts'
import { countOrRefuse, createRateLimiter } from '#server/platform/rate-limiter.ts'

const WINDOW_SECONDS = 60 * 60
/** A school or an office is one network, and people there sign up together. */
const MAX_SIGN_UPS_PER_NETWORK = 20
const MAX_REQUESTS_PER_NETWORK = 5
const MAX_MAILS_PER_ADDRESS = 5

/**
 * Counts a request for a mail. False = this address got enough: the answer stays the same and no further mail is sent. So the last link
 * keeps working, and callers can neither lock the owner out nor flood the mailbox.
 * @throws AppError `rate_limited` when the network asked too often
 */
export type CountMailRequest = (network: string, emailKey: string) => Promise<boolean>

export type MailRequestLimits = Record<'signUp' | 'verification' | 'reset', CountMailRequest>

export function createMailRequestLimits(db: Db): MailRequestLimits {
  const createCounter = (name: string, maxPerNetwork: number): CountMailRequest => {
    const networks = createRateLimiter(db, {
      prefix: `${name}-network`,
      points: maxPerNetwork,
      windowSeconds: WINDOW_SECONDS,
    })
    const addresses = createRateLimiter(db, {
      prefix: `${name}-address`,
      points: MAX_MAILS_PER_ADDRESS,
      windowSeconds: WINDOW_SECONDS,
    })
    return async (network, emailKey) => {
      await countOrRefuse(networks, network)
      const { consumedPoints } = await addresses.penalty(hashEmail(emailKey))
      return consumedPoints <= MAX_MAILS_PER_ADDRESS
    }
  }
  return {
    signUp: createCounter('sign-up', MAX_SIGN_UPS_PER_NETWORK),
    verification: createCounter('verification', MAX_REQUESTS_PER_NETWORK),
    reset: createCounter('reset', MAX_REQUESTS_PER_NETWORK),
  }
}
