import { allMails } from '#server/all-mails.ts'
import type { Config } from '#server/config.ts'
import type { AppContext } from '#server/context.ts'
import { createLog } from '#server/platform/log.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { checkAccuracyNightly } from '#server/operations/freshness/accuracy-run.ts'
import { billingJobs } from '#server/billing/jobs.ts'
import { createBillingProvider } from '#server/billing/provider/create-billing-provider.ts'
import { forgetUnverified } from '#server/accounts/sign-up/unverified-accounts.ts'
import { forgetViews } from '#server/site/blog/article-views.ts'
import { sendDigests } from '#server/workspace/digest/digest-job.ts'
import { sendNewsletters } from '#server/site/newsletter/send-newsletters.ts'
import { mailSearchMatches } from '#server/workspace/saved-searches/match-mailing.ts'
import { eraseAccounts } from '#server/accounts/deletion/erase-accounts.ts'
import { trimPictures } from '#server/catalog/pictures/picture-cleanup.ts'
import { createJobs, type JobRunner } from '#server/platform/jobs/create-jobs.ts'
import { registeredJobs } from '#server/platform/jobs/purge-old-rows.ts'
import { registerJob, type RegisteredJob } from '#server/platform/jobs/jobs.ts'
import { openKeyring } from '#server/platform/keyring.ts'
import { createStoreIndex } from '#server/catalog/search/store-index.ts'
import { createTrendIndex } from '#server/catalog/search/trend-index.ts'
import { createMailJobs } from '#server/platform/mail/send-due-mails.ts'

/** The context of a process role: what every verb may use, plus resources that only roles use. */
export type ServerContext = AppContext & AsyncDisposable & { jobs: JobRunner; database: OpenDatabase }

export type ContextOverrides = Partial<Pick<AppContext, 'log' | 'now'>> & {
  /** A database that is already open; the context closes it. */
  database?: OpenDatabase
  registry?: RegisteredJob[]
}

/** The features' jobs join here: `server/jobs` knows no feature. */
const allJobs: RegisteredJob[] = [
  ...registeredJobs,
  ...createMailJobs(allMails),
  ...billingJobs,
  registerJob(eraseAccounts),
  registerJob(trimPictures),
  registerJob(checkAccuracyNightly),
  registerJob(forgetUnverified),
  registerJob(forgetViews),
  registerJob(mailSearchMatches),
  registerJob(sendDigests),
  registerJob(sendNewsletters),
]

/** The composition root: the only place where the parts are put together. */
export async function createContext(
  config: Config,
  overrides: ContextOverrides = {},
): Promise<ServerContext> {
  const { log = createLog(config), now = () => new Date(), registry = allJobs } = overrides
  const database = overrides.database ?? (await openDatabase(config, log))
  try {
    await database.withoutDeadline((db) => migrate(db, log))
    const { pool, db } = database
    const keyring = await openKeyring({ config, db, log, now })
    if (config.ROLES.includes('worker') && !config.SMTP_URL)
      log.warn({ event: 'mail.waits' }, 'SMTP_URL is not set: mail waits in the database and is not sent')
    const jobs = await createJobs({ pool, log, registry, roles: config.ROLES })
    return {
      config,
      db,
      dbWithSignal: database.dbWithSignal,
      log,
      now,
      jobs,
      keyring,
      storeIndex: createStoreIndex({ db }),
      trendIndex: createTrendIndex({ db }),
      billing: createBillingProvider(config),
      database,
      async [Symbol.asyncDispose]() {
        await jobs.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
