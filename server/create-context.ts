import * as billing from '#server/billing/api.ts'
import * as catalog from '#server/catalog/api.ts'
import type { ProductContext } from '#server/context.ts'
import { domains } from '#server/domains.ts'
import type { Config } from '#server/platform/config.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { AdmitDatabase } from '#server/platform/db/refuse-demo.ts'
import { createFeatureSwitches } from '#server/platform/feature-switches.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createJobs, type JobRunner } from '#server/platform/jobs/create-jobs.ts'
import { type RegisteredJob, registerJob } from '#server/platform/jobs/job-definition.ts'
import { purgeOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { openKeyring } from '#server/platform/secrets/keyring.ts'
import { createLimits } from '#server/platform/limits.ts'
import { createLog } from '#server/platform/log.ts'
import type { RegisteredMail } from '#server/platform/mail/mail.ts'
import { createMailJobs } from '#server/platform/mail/send-due-mails.ts'
import { openTracing } from '#server/platform/tracing/tracing.ts'

/** With the resources that only roles use. */
export type ServerContext = ProductContext &
  AsyncDisposable & { jobs: JobRunner<ProductContext>; database: OpenDatabase }

export type ContextOverrides = Partial<Pick<ProductContext, 'log' | 'now'>> & {
  /** Instead of refusing the demo's database. */
  admit?: AdmitDatabase
  /** The product started the server of `DATABASE_URL`. */
  isOwnServer?: boolean
  /** Already open; the context closes it. */
  database?: OpenDatabase
  registry?: RegisteredJob<ProductContext>[]
}

const all = Object.values(domains)

/** A queued mail whose kind is missing here is never sent. */
export const allMails: RegisteredMail[] = all.flatMap(({ mails = [] }) => mails)

export const allJobs: RegisteredJob<ProductContext>[] = [
  ...all.flatMap(({ jobs = [] }) => jobs),
  ...createMailJobs(allMails),
  registerJob(purgeOldRows(all.map(({ retention }) => retention))),
]

/** The composition root: the only place where the parts are put together. */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<ServerContext> {
  const { log = createLog(config), now = () => new Date(), registry = allJobs } = overrides
  const { admit, isOwnServer } = overrides
  const tracing = await openTracing(config)
  const database = overrides.database ?? (await openDatabase(config, log, { admit, isOwnServer }))
  try {
    await database.withoutDeadline((db) => migrate(db, log))
    const { pool, listen, db } = database
    const keyring = await openKeyring({ config, db, log, now })
    const files = await openFileStore({ config, log, now })
    if (config.ROLES.includes('worker') && !config.SMTP_URL)
      log.warn(
        { event: 'mail.waits' },
        'SMTP_URL is not set: mail waits in the database and is not sent',
      )
    const search = await catalog.openSearch({ config, db })
    const jobs = await createJobs({ pool, listen, log, registry, roles: config.ROLES })
    return {
      config,
      db,
      dbWithSignal: database.dbWithSignal,
      log,
      now,
      jobs,
      keyring,
      limits: createLimits(db),
      files,
      erasures: all.flatMap(({ erasure = [] }) => erasure),
      integrations: all.flatMap(({ integrations = [] }) => integrations),
      features: createFeatureSwitches({ db, now }),
      storeSearch: search.storeSearch,
      productSearch: search.productSearch,
      billing: await billing.createBillingProvider(config),
      database,
      async [Symbol.asyncDispose]() {
        await jobs.stop()
        await search[Symbol.asyncDispose]()
        await database.close()
        await tracing?.[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await database.close()
    await tracing?.[Symbol.asyncDispose]()
    throw error
  }
}
