import type { Db } from '#server/context.ts'
import { digestOfEmail } from '#server/features/auth/email-key.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
const MAX_MESSAGES_OF_NETWORK = 5
const MAX_MESSAGES_OF_ADDRESS = 5

export type ContactLimits = {
  /** @throws AppError `rate_limited` */
  countRequest: (network: string) => Promise<void>
  /** Refused openly: the sender must not believe that an ignored message was accepted. @throws AppError `rate_limited` */
  countMessage: (emailKey: string) => Promise<void>
}

export function createContactLimits(db: Db): ContactLimits {
  const networks = createLimiter(db, {
    prefix: 'contact-network',
    points: MAX_MESSAGES_OF_NETWORK,
    windowSeconds: WINDOW_SECONDS,
  })
  const addresses = createLimiter(db, {
    prefix: 'contact-address',
    points: MAX_MESSAGES_OF_ADDRESS,
    windowSeconds: WINDOW_SECONDS,
  })
  return {
    countRequest: (network) => countOrRefuse(networks, network),
    countMessage: (emailKey) => countOrRefuse(addresses, digestOfEmail(emailKey)),
  }
}
