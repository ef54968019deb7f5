import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { parsePriceList } from '#contracts/billing/price-list.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import {
  amount,
  errorMessageOf,
  integer,
  isMinuteOfDay,
  isOrigin,
  isProxy,
  isResolver,
  isWebAddress,
  list,
  listOf,
  localOrigin,
  parseableBy,
  secret,
  webUrl,
} from './config-fields.ts'
import { parseS3Address } from './files/s3-address.ts'

const ROLES = ['api', 'worker', 'cron'] as const
export type RoleName = (typeof ROLES)[number]

/** All settings. The table of docs/settings.md is generated from the descriptions. */
export const Env = z.object({
  PORT: integer(0, 65_535).default(3000).describe('Port of the web server; 0 picks a free one.'),
  HOST: z
    .string()
    .default('localhost')
    .describe(
      'Address to listen on; `0.0.0.0` for all, for which the demo asks for `npm start -- --open-to-network`.',
    ),
  PUBLIC_ORIGIN: webUrl()
    .refine(isOrigin, { error: 'must be an origin: scheme, host and port only' })
    .optional()
    .describe(
      'Origin that visitors use, e.g. `https://storedawn.example`. Default: the address that is printed at the start, `http://HOST:PORT`.',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe(
      'Folder for the database, pictures and secrets. Default of the demo, with its world: `.demo`.',
    ),
  FILES_URL: z
    .string()
    .optional()
    .describe(
      'Object storage for pictures and photos: `s3://key:secret@host:port/bucket/folder?region=…&tls=1`, the same for all processes. Default: folders in `DATA_DIR`.',
    ),
  AWS_ACCESS_KEY_ID: z.string().optional().describe('Key for the bucket, if `FILES_URL` has none.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key.'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Session token of that key, if it needs one.'),
  AWS_REGION: z.string().optional().describe('Region of the bucket, if `FILES_URL` names none.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe(
      'PostgreSQL 15 or newer; without it the product runs a local PostgreSQL in `DATA_DIR`.',
    ),
  SEARCH_URL: webUrl()
    .optional()
    .describe(
      'ClickHouse server that finds stores and trends, e.g. `http://user:password@clickhouse.example:8123/storedawn`; without it each process keeps them in memory.',
    ),
  SEARCH_EMBEDDED_MAX: integer(1, 16_000_000)
    .default(2_000_000)
    .describe('Without `SEARCH_URL`: the product refuses to start with more stores than this.'),
  DATABASE_POOL: integer(2, 100).default(10).describe('Connections per process.'),
  ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .default([...ROLES])
    .describe('Roles of this process: any of `api,worker,cron`.'),
  APP_SECRET: secret()
    .optional()
    .describe(
      'Secret that signs sessions, links and addresses: 32 characters or more, the same for all processes. Default: created at the first start and kept in `DATA_DIR/app-secret`.',
    ),
  APP_SECRET_PREVIOUS: list
    .pipe(z.array(secret()))
    .default([])
    .describe(
      'Earlier secrets whose signatures stay valid for 30 days after a change, comma-separated.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Log level.'),
  TRUST_PROXY: listOf(isProxy, 'an address or range')
    .default([])
    .describe('Addresses or ranges of the proxies whose `X-Forwarded-For` is trusted.'),
  ANONYMOUS_PER_MINUTE: integer(0, 1_000_000)
    .default(3_000)
    .describe(
      'Pages and public calls that one network (IPv4 address, IPv6 /64) may ask of a process in a minute without a session; 0 = no limit.',
    ),
  SUPPORT_EMAIL: z
    .email()
    .default('support@storedawn.test')
    .describe('Support address shown to users; receives the messages of the contact page.'),
  SOCIAL_LINKS: listOf(isWebAddress, 'an https address')
    .default([])
    .describe('Social profiles that the contact page shows: https addresses, comma-separated.'),
  OPERATOR_NAME: z
    .string()
    .optional()
    .describe('Operator of this installation, named on the privacy page and in the terms.'),
  OPERATOR_ADDRESS: z.string().optional().describe('Postal address of the operator, on one line.'),
  TEXTS_MODIFIED: z.iso
    .date()
    .default('2024-12-21')
    .describe('Date of the last change that the privacy page and the terms show.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a smtp:// or smtps:// address' })
    .optional()
    .describe(
      'Server for outgoing mail, e.g. `smtps://user:password@mail.example:465`; without it mail waits in the database.',
    ),
  MAIL_FROM: z
    .email()
    .default('no-reply@storedawn.test')
    .describe('Sender address of outgoing mail.'),
  MAIL_PER_HOUR: integer(1, 1_000_000)
    .default(2_000)
    .describe('Maximum number of mails sent per hour; the others wait.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('Client id at the identity provider; without it the button is hidden.'),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .optional()
    .describe(
      'Client secret at the identity provider, if it wants one, as Google does; its redirect address is `PUBLIC_ORIGIN/auth/callback`.',
    ),
  OIDC_ISSUER: webUrl()
    .default('https://accounts.google.com')
    .describe('The identity provider: any OpenID Connect issuer with the authorization code flow.'),
  OIDC_NAME: z.string().default('Google').describe('Name of the identity provider on the button.'),
  BILLING_PROVIDER: z
    .enum(['sandbox', 'stripe'])
    .default('sandbox')
    .describe("Payment provider: the demo world's payment page, or Stripe."),
  BILLING_SECRET_KEY: z
    .string()
    .optional()
    .describe('Secret key of the payment provider; without it users cannot buy plans.'),
  BILLING_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('Secret with which the payment provider signs its events to `/api/billing/webhook`.'),
  BILLING_SANDBOX_URL: webUrl().optional().describe("Address of the demo world's payment page."),
  PRICES: parseableBy(parsePriceList)
    .default('')
    .describe(
      'Prices of the plans, in cents of each currency: `{"USD":{"pro":{"monthly":3900,"yearly":34900},"plus":…},"EUR":…,"TRY":…}`. Default: 39, 349, 79 and 549 in each.',
    ),
  CT_LOG_LIST_URL: webUrl()
    .default('https://www.gstatic.com/ct/log_list/v3/log_list.json')
    .describe('Log list, version 3.'),
  CT_BACKLOG_ENTRIES: integer(0, 1_000_000_000)
    .default(0)
    .describe('Where reading of a new log begins: this many entries before its head.'),
  CT_CHECKPOINT_EVERY_MS: integer(500, 600_000)
    .default(10_000)
    .describe('Interval at which each log is asked for its size.'),
  CT_PARTIAL_AFTER_MS: integer(0, 3_600_000)
    .default(300_000)
    .describe('How long a log must be quiet before its unfinished tile is read.'),
  CT_PAUSE_ABOVE_HOSTS: integer(1, 1_000_000_000)
    .default(1_000_000)
    .describe('Reading of logs pauses while more hosts than this wait for their first visit.'),
  DNS_SERVERS: listOf(isResolver, 'an address with an optional port')
    .default([])
    .describe("Resolvers, `address[:port]`, comma-separated; empty = the system's."),
  CONNECT_TO: parseableBy(parseConnectTo)
    .default('')
    .describe(
      "`HOST1:PORT1:HOST2:PORT2,…` as curl's `--connect-to`: for an egress gateway and tests. Targets are exempt from the address guard.",
    ),
  EXTRA_CA_FILE: parseableBy((file) => new X509Certificate(readFileSync(file)))
    .optional()
    .describe(
      'PEM file of certificate authorities to trust besides the usual ones when visiting stores and logs.',
    ),
  PROBE_CONTACT: z
    .string()
    .regex(/@|^https:/, 'must be an e-mail address or an https URL')
    .default('https://storedawn.test/bot')
    .describe("Contact in the crawler's User-Agent. Set your own before `npm run live`."),
  BOT_SIGNATURES: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Sign requests to stores (Web Bot Auth). `auto`: when `PUBLIC_ORIGIN` is https, since the key is looked up there.',
    ),
  PROBE_REQUESTS_PER_SECOND: z.coerce
    .number()
    .min(0.1)
    .max(10_000)
    .default(5)
    .describe('Budget for the whole shop platform.'),
  PROBE_HOST_GAP_MS: integer(0, 60_000)
    .default(1_000)
    .describe('Minimum time between two requests to one store.'),
  PROBE_CONCURRENCY: integer(1, 500).default(16).describe('Stores visited at the same time.'),
  RECHECK_EARLY_MINUTES: listOf(isMinuteOfDay, 'a number of minutes below a day')
    .transform((minutes) => minutes.map(Number).toSorted((a, b) => a - b))
    .default([])
    .describe(
      'Minutes after its certificate at which a followed store is visited again on its first day, comma-separated; by default its second visit comes after a day.',
    ),
  SCREENSHOTS: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      "Screenshots of new stores' home pages; `auto` = on if a Chromium with a working sandbox is installed.",
    ),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe('Browser that takes the screenshots; empty = an installed one.'),
  SCREENSHOT_EVERY_MS: integer(0, 3_600_000)
    .default(10_000)
    .describe('Pause between two screenshots.'),
  RDAP_URL: webUrl()
    .optional()
    .describe(
      'RDAP service for the registration dates of domains, e.g. `https://rdap.org/`; without it the product looks none up.',
    ),
  RDAP_EVERY_MS: integer(0, 86_400_000).default(10_000).describe('Pause between two RDAP queries.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe(
      'Bearer token for `/metrics`, always required once it is set; without it only this machine may read the metrics.',
    ),
  TRACES_URL: webUrl()
    .optional()
    .describe(
      'OTLP/HTTP address of an OpenTelemetry collector, e.g. `http://localhost:4318/v1/traces`; without it nothing is traced.',
    ),
  TRACES_SAMPLE: amount(1)
    .default(0.05)
    .describe('Share of the requests, jobs and visits that are traced.'),
  ACCURACY_SAMPLE: integer(1, 1_000)
    .default(60)
    .describe(
      'Number of stores to visit again each night to measure the accuracy of the shown values.',
    ),
  ACCURACY_FIRST_AFTER_MS: integer(0, 86_400_000)
    .default(3_600_000)
    .describe(
      'Delay of the first accuracy measurement after the start; later ones begin at 03:20 UTC.',
    ),
  BACKUP_TO: z
    .string()
    .optional()
    .describe(
      "Folder for scheduled backups on the worker's machine; without it there are none. It should be on another disk or machine.",
    ),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]+$/, 'must be an age recipient (age1…)')
    .optional()
    .describe(
      'age recipient (`age1…`, from `age-keygen`) to whom scheduled backups are encrypted; without it anyone who gets the file can read them.',
    ),
  BACKUP_EVERY_H: integer(1, 24)
    .default(24)
    .describe('Hours between two scheduled backups; the alarms expect one a day at least.'),
  BACKUP_KEEP: integer(1, 10_000).default(14).describe('Number of scheduled backups to keep.'),
  EXAMPLE_TESTIMONIALS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'Show testimonials that have no source, marked as examples: for demonstrations only.',
    ),
  WORLD_SEED: integer(0, 2 ** 31)
    .default(7)
    .describe('Demo world only: its seed.'),
  DEMO_STORES: integer(1, 50_000)
    .default(2_000)
    .describe('Demo world only: stores launched in the 45 days before the first start.'),
  DEMO_OLD_PER_NEW: amount(9)
    .default(1.3)
    .describe(
      'Demo world only: certificates of years-old shops for each certificate of a new one.',
    ),
  DEMO_CHANGES_PER_DAY: amount(4)
    .default(1.5)
    .describe(
      'Demo world only: changes a day that merchants make to a new shop in its first week.',
    ),
  DEMO_EAGER_SHARE: amount(1)
    .default(0.4)
    .describe(
      'Demo world only: share of new shops whose merchants change them in their first half-hour.',
    ),
  LAUNCH_EVERY_MS: integer(200, 3_600_000)
    .default(5_000)
    .describe('Demo world only: time between two launches.'),
})

export type Config = Omit<z.infer<typeof Env>, 'PUBLIC_ORIGIN'> & { PUBLIC_ORIGIN: string }

/** `problems` lists the reasons, one line each. */
export class ConfigError extends Error {
  problems: string[]
  constructor(problems: string[]) {
    super(`configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * The only reader of the environment: `.env` of the working folder fills what it lacks, `defaults`
 * what both lack, `fixed` overrides all. Empty values count as unset.
 * @throws ConfigError with one line per wrong setting
 */
export function readConfig(given: { defaults?: Settings; fixed?: Settings } = {}): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig({ ...given.defaults, ...withoutEmptyValues(process.env), ...given.fixed })
}

type Settings = Partial<Record<keyof z.infer<typeof Env>, string>>

/** @throws ConfigError */
export function parseConfig(settings: Settings): Config {
  const given: Settings = withoutEmptyValues(settings)
  const parsed = Env.safeParse(given)
  const problems = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')}: ${issue.message}`,
  )
  const { FILES_URL } = given
  const filesProblem = FILES_URL && errorMessageOf(() => parseS3Address(FILES_URL, given))
  if (filesProblem) problems.push(`FILES_URL: ${filesProblem}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.data
  const origin = env.PUBLIC_ORIGIN ?? localOrigin(env.HOST, env.PORT)
  return { ...env, DATA_DIR: resolve(env.DATA_DIR), PUBLIC_ORIGIN: origin.replace(/\/$/, '') }
}

const withoutEmptyValues = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''),
  )
