import { createHash } from 'node:crypto'
import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 60 * 60
const MAX_REQUESTS = 20
const MAX_CONFIRMATIONS = 30
/** Each confirmation queries a name server or a foreign host, so it is limited for each domain. */
const MAX_CHECKS_OF_DOMAIN = 60
/** The mailbox belongs to a stranger until its owner answers. */
const MAX_MAILS_TO_DOMAIN = 3
const MAIL_WINDOW_SECONDS = 24 * 60 * 60

export type OptOutLimits = {
  /** @throws AppError `rate_limited` */
  countRequest: (network: string) => Promise<void>
  /** @throws AppError `rate_limited` */
  countConfirmation: (network: string, domain: string) => Promise<void>
  /** False = this domain got enough for today: the answer stays the same and no further mail is sent. */
  countMail: (domain: string) => Promise<boolean>
}

export function createOptOutLimits(db: Db): OptOutLimits {
  const limiter = (prefix: string, points: number) => {
    const store = createLimiter(db, { prefix, points, windowSeconds: WINDOW_SECONDS })
    return (key: string) => countOrRefuse(store, key)
  }
  const requests = limiter('opt-out', MAX_REQUESTS)
  const confirmations = limiter('opt-out-confirm', MAX_CONFIRMATIONS)
  const checks = limiter('opt-out-domain', MAX_CHECKS_OF_DOMAIN)
  const mails = createLimiter(db, {
    prefix: 'opt-out-mail',
    points: MAX_MAILS_TO_DOMAIN,
    windowSeconds: MAIL_WINDOW_SECONDS,
  })
  return {
    countRequest: requests,
    async countConfirmation(network, domain) {
      await confirmations(network)
      await checks(digestOf(domain))
    },
    async countMail(domain) {
      const { consumedPoints } = await mails.penalty(digestOf(domain))
      return consumedPoints <= MAX_MAILS_TO_DOMAIN
    },
  }
}

const digestOf = (domain: string): string => createHash('sha256').update(domain).digest('base64url')
