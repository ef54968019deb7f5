import * as accounts from '#server/accounts/api.ts'
import * as billing from '#server/billing/api.ts'
import * as catalog from '#server/catalog/api.ts'
import type { AllServices, ProductContext } from '#server/context.ts'
import * as discovery from '#server/discovery/api.ts'
import * as operations from '#server/operations/api.ts'
import * as operator from '#server/operator/api.ts'
import * as optOut from '#server/opt-out/api.ts'
import * as platform from '#server/platform/api.ts'
import type { TableName } from '#server/platform/db/schema.ts'
import type { Erasure } from '#server/platform/erasure.ts'
import type { App } from '#server/platform/http/route.ts'
import type { RegisteredJob } from '#server/platform/jobs/job-definition.ts'
import type { Retention } from '#server/platform/jobs/purge-old-rows.ts'
import type { Limit } from '#server/platform/limits.ts'
import type { RegisteredMail } from '#server/platform/mail/mail.ts'
import type { Integration } from '#server/platform/session/integrations.ts'
import * as site from '#server/site/api.ts'
import * as workspace from '#server/workspace/api.ts'

/** What the `api.ts` of a domain gives to the platform, which knows no domain by name. */
type Domain = {
  routes?: readonly ((app: App<AllServices>) => void)[]
  jobs?: readonly RegisteredJob<ProductContext>[]
  mails?: readonly RegisteredMail[]
  /** No other domain writes to them. */
  tables: readonly TableName[]
  retention: Retention
  limits?: Readonly<Record<string, Limit>>
  erasure?: Erasure
  integrations?: readonly Integration[]
}

/** By the names of their folders, in camel case. */
export const domains: Readonly<Record<string, Domain>> = {
  platform,
  accounts,
  billing,
  catalog,
  workspace,
  optOut,
  operations,
  site,
  operator,
  discovery,
}
