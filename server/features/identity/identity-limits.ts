import type { Db } from '#server/context.ts'
import { countOrRefuse, createLimiter } from '#server/features/auth/limiter-store.ts'

const WINDOW_SECONDS = 15 * 60
const MAX_FAILURES = 30

export type IdentityLimits = {
  /** Counts the attempt before any check. @throws AppError `rate_limited` */
  begin: (network: string) => Promise<void>
  /** The attempt succeeded. */
  forgive: (network: string) => Promise<void>
}

/** Each attempt costs a signature check, and perhaps a request to the provider. */
export function createIdentityLimits(db: Db): IdentityLimits {
  const networks = createLimiter(db, {
    prefix: 'identity',
    points: MAX_FAILURES,
    windowSeconds: WINDOW_SECONDS,
  })
  return {
    begin: (network) => countOrRefuse(networks, network),
    async forgive(network) {
      await networks.reward(network)
    },
  }
}
