import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/schema.ts'
import type { Erasure } from './erasure.ts'
import type { FeatureSwitches } from './feature-switches.ts'
import type { FileStore } from './files/file-store.ts'
import type { Jobs } from './jobs/job-queue.ts'
import type { Keyring } from './secrets/keyring.ts'
import type { Limits } from './limits.ts'
import type { Integration } from './session/integrations.ts'

/**
 * What every verb, job and stage may use. Built once in `server/create-context.ts`, which adds the
 * services of the domains; tests pass a literal or overrides.
 */
export type AppContext = {
  config: Config
  db: Db
  /**
   * The same database for one request: its reads are cancelled when the caller leaves. Without it
   * reads run to completion.
   */
  dbWithSignal?: (signal: AbortSignal) => Db
  log: Logger
  /** The only clock of the product; UTC. */
  now: () => Date
  jobs: Jobs
  keyring: Keyring
  limits: Limits
  files: FileStore
  erasures: readonly Erasure[]
  /** Of all domains. */
  integrations: readonly Integration[]
  /** What operators have switched off. */
  features: FeatureSwitches
}
