import { createHash } from 'node:crypto'
import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
const MAX_REQUESTS = 20
const MAX_CONFIRMATIONS = 30
/** Each confirmation asks a name server or a stranger's host; so not for ever, whoever asks. */
const MAX_CHECKS_OF_DOMAIN = 60

export type OptOutLimits = {
  /** @throws AppError `rate_limited` */
  countRequest: (network: string) => Promise<void>
  /** @throws AppError `rate_limited` */
  countConfirmation: (network: string, domain: string) => Promise<void>
}

export function createOptOutLimits(db: Db): OptOutLimits {
  const limiter = (prefix: string, points: number) => {
    const store = createLimiter(db, { prefix, points, windowSeconds: WINDOW_SECONDS })
    return (key: string) => countOrRefuse(store, key)
  }
  const requests = limiter('opt-out', MAX_REQUESTS)
  const confirmations = limiter('opt-out-confirm', MAX_CONFIRMATIONS)
  const checks = limiter('opt-out-domain', MAX_CHECKS_OF_DOMAIN)
  return {
    countRequest: requests,
    async countConfirmation(network, domain) {
      await confirmations(network)
      await checks(createHash('sha256').update(domain).digest('base64url'))
    },
  }
}
