import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/schema.ts'
import type { BillingProvider } from '#server/billing/provider/billing-provider.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { StoreIndex } from '#server/catalog/search/store-index.ts'
import type { TrendIndex } from '#server/catalog/search/trend-index.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** What every verb may use. Built once in `createContext`; tests pass a literal or overrides. */
export type AppContext = {
  config: Config
  db: Db
  /** The same database for one request: its reads are cancelled when the caller leaves. Without it reads run to completion. */
  dbWithSignal?: (signal: AbortSignal) => Db
  log: Logger
  /** The only clock of the product; UTC. */
  now: () => Date
  jobs: Jobs
  /** The keys that sign our tokens and links. */
  keyring: Keyring
  /** Finds the stores that match a query. */
  storeIndex: StoreIndex
  /** Which products were trending when. */
  trendIndex: TrendIndex
  /** The payment provider. */
  billing: BillingProvider
}
