import { X509Certificate } from 'node:crypto'
import { Resolver } from 'node:dns'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { parsePriceList } from '#contracts/account/price-list.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'

const ROLES = ['api', 'worker', 'cron'] as const
export type RoleName = (typeof ROLES)[number]

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const secret = () => z.string().min(32, 'must have at least 32 characters')
const webUrl = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })

/** Refuses a list and names its wrong items. */
const listOf = (isValid: (item: string) => boolean, expected: string) =>
  list.check((context) => {
    const wrong = context.value.filter((item) => !isValid(item))
    if (wrong.length === 0) return
    context.issues.push({ code: 'custom', input: wrong, message: `${wrong.join(', ')}: not ${expected}` })
  })

const errorMessageOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^CONNECT_TO: /, '')
  }
}

/** Validates the value at startup, so that later readers cannot fail on it. */
const parseableBy = (read: (text: string) => unknown) =>
  z.string().check((context) => {
    const message = errorMessageOf(() => read(context.value))
    if (message !== null) context.issues.push({ code: 'custom', input: context.value, message })
  })

const isResolver = (server: string) => errorMessageOf(() => new Resolver().setServers([server])) === null
const isProxy = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
const isWebAddress = (text: string) => URL.parse(text)?.protocol === 'https:'
const isOrigin = (text: string) => URL.parse(text)?.origin === text.replace(/\/$/, '')

/** All settings. The README's table is generated from the descriptions. */
export const Env = z.object({
  PORT: integer(0, 65_535).default(3000).describe('Port of the web server; 0 takes a free one.'),
  HOST: z.string().default('localhost').describe('Address to listen on; `0.0.0.0` for all.'),
  PUBLIC_ORIGIN: webUrl()
    .refine(isOrigin, { error: 'must be an origin: scheme, host and port only' })
    .optional()
    .describe(
      'Origin that visitors use, e.g. `https://storedawn.example`. Default: `http://localhost:PORT`.',
    ),
  DATA_DIR: z.string().default('.data').describe('Folder of the database, uploads and the demo world.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe('PostgreSQL 15 or newer; without it the product starts a PostgreSQL of its own in `DATA_DIR`.'),
  DATABASE_POOL: integer(2, 100).default(10).describe('Connections per process.'),
  ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .default([...ROLES])
    .describe('What this process does: any of `api,worker,cron`.'),
  APP_SECRET: secret()
    .optional()
    .describe(
      'Secret that sessions, links and addresses are signed with: 32 characters or more, the same for all processes. Default: made at the first start and kept in `DATA_DIR/app-secret`.',
    ),
  APP_SECRET_PREVIOUS: list
    .pipe(z.array(secret()))
    .default([])
    .describe('Earlier secrets whose signatures still count, comma-separated, for 30 days after a change.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  TRUST_PROXY: listOf(isProxy, 'an address or range')
    .default([])
    .describe('Addresses or ranges of the proxies whose `X-Forwarded-For` counts.'),
  SUPPORT_EMAIL: z
    .email()
    .default('support@storedawn.test')
    .describe('Support address shown to users; messages of the contact page go there.'),
  SOCIAL_LINKS: listOf(isWebAddress, 'an https address')
    .default([])
    .describe('Our profiles elsewhere, as https addresses, comma-separated; the contact page shows them.'),
  OPERATOR_NAME: z
    .string()
    .optional()
    .describe('Who runs this installation, as the privacy page and the terms name them.'),
  OPERATOR_ADDRESS: z.string().optional().describe('Their postal address, on one line.'),
  TEXTS_MODIFIED: z.iso
    .date()
    .default('2024-12-21')
    .describe('Day on which privacy page and terms were last modified, as they say themselves.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a smtp:// or smtps:// address' })
    .optional()
    .describe(
      'Server that takes our mail, e.g. `smtps://user:password@mail.example:465`; without it mail waits in the database.',
    ),
  MAIL_FROM: z.email().default('no-reply@storedawn.test').describe('Address that mail comes from.'),
  MAIL_PER_HOUR: integer(1, 1_000_000)
    .default(2_000)
    .describe('Most mails that go out in an hour; the others wait.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe('Client at the identity provider; without it there is no such button.'),
  OIDC_ISSUER: webUrl()
    .default('https://accounts.google.com')
    .describe('The identity provider: any OpenID Connect issuer that gives ID tokens to a browser.'),
  OIDC_NAME: z.string().default('Google').describe('Its name, as the button shows it.'),
  BILLING_PROVIDER: z
    .enum(['sandbox', 'stripe'])
    .default('sandbox')
    .describe("Who takes the money: the demo world's payment page, or Stripe."),
  BILLING_SECRET_KEY: z
    .string()
    .optional()
    .describe("The provider's secret key; without it plans cannot be bought."),
  BILLING_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe('What the provider signs its events with, which go to `/api/billing/webhook`.'),
  BILLING_SANDBOX_URL: webUrl().optional().describe('Where the payment page of the demo world is.'),
  PRICES: parseableBy(parsePriceList)
    .default('')
    .describe(
      'What the plans cost, in cents of each currency: `{"USD":{"pro":{"monthly":3900,"yearly":34900},"plus":…},"EUR":…,"TRY":…}`. Default: 39, 349, 79 and 549 in each.',
    ),
  CT_LOG_LIST_URL: webUrl()
    .default('https://www.gstatic.com/ct/log_list/v3/log_list.json')
    .describe('Log list, version 3.'),
  CT_BACKLOG_ENTRIES: integer(0, 1_000_000_000)
    .default(0)
    .describe('How far behind its head a log is entered for the first time, in entries.'),
  CT_CHECKPOINT_EVERY_MS: integer(500, 600_000)
    .default(10_000)
    .describe('How often a log is asked for its size.'),
  CT_PARTIAL_AFTER_MS: integer(0, 3_600_000)
    .default(300_000)
    .describe('How long a log must be quiet before its unfinished tile is read.'),
  CT_PAUSE_ABOVE_HOSTS: integer(1, 1_000_000_000)
    .default(1_000_000)
    .describe('Logs are not read on while more hosts than this wait for their first visit.'),
  DNS_SERVERS: listOf(isResolver, 'an address with an optional port')
    .default([])
    .describe("Resolvers, `address[:port]`, comma-separated; none = the system's."),
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
    .describe('Least time between two requests to one store.'),
  PROBE_CONCURRENCY: integer(1, 500).default(16).describe('Stores visited at the same time.'),
  EXTRACT_WORKERS: integer(1, 16).default(1).describe('Threads that read pages.'),
  SCREENSHOTS: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe(
      "Pictures of new stores' home pages; `auto` = where a Chromium is installed whose sandbox works.",
    ),
  CHROMIUM_PATH: z.string().optional().describe('The browser that takes them; none = an installed one.'),
  SCREENSHOT_EVERY_MS: integer(0, 3_600_000).default(10_000).describe('Rest between two of those pictures.'),
  RDAP_URL: webUrl()
    .optional()
    .describe(
      'Service that tells when domains were registered, e.g. `https://rdap.org/`; without it nobody is asked.',
    ),
  RDAP_EVERY_MS: integer(0, 86_400_000).default(10_000).describe('Rest between two of those questions.'),
  SEEN_WINDOW_HOSTS: integer(1_000, 50_000_000)
    .default(1_000_000)
    .describe('How many recently checked host names are remembered.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for `/metrics`, which otherwise only this machine itself may read.'),
  ACCURACY_SAMPLE: integer(1, 1_000)
    .default(60)
    .describe('Stores that are visited again each night to measure how right the shown values are.'),
  ACCURACY_FIRST_AFTER_MS: integer(0, 86_400_000)
    .default(3_600_000)
    .describe('When the first such measurement begins, after the start; later ones begin at 03:20 UTC.'),
  EXAMPLE_TESTIMONIALS: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Show testimonials that have no source, marked as examples: for demonstrations only.'),
  WORLD_SEED: integer(0, 2 ** 31)
    .default(7)
    .describe('Demo world only: its seed.'),
  DEMO_STORES: integer(1, 50_000)
    .default(2_000)
    .describe('Demo world only: stores launched in the 45 days before the first start.'),
  DEMO_OLD_PER_NEW: z.coerce
    .number()
    .min(0)
    .max(9)
    .default(1.3)
    .describe('Demo world only: certificates of shops that are years old, for one of a new shop.'),
  LAUNCH_EVERY_MS: integer(200, 3_600_000)
    .default(5_000)
    .describe('Demo world only: time between two launches.'),
})

export type Config = Omit<z.infer<typeof Env>, 'PUBLIC_ORIGIN' | 'DATA_DIR'> & {
  PUBLIC_ORIGIN: string
  DATA_DIR: string
}

/** The process cannot start; `problems` lists the reasons, one line each. */
export class ConfigError extends Error {
  problems: string[]
  constructor(problems: string[]) {
    super(`configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * The only reader of the environment. `.env` of the working folder fills what the environment lacks, `defaults` fill what both lack, and
 * `fixed` overrides them all. Empty values count as unset.
 * @throws ConfigError with one line per wrong setting
 */
export function readConfig({
  defaults = {},
  fixed = {},
}: { defaults?: Settings; fixed?: Settings } = {}): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig({ ...defaults, ...withoutEmptyValues(process.env), ...fixed })
}

type Settings = Partial<Record<keyof z.infer<typeof Env>, string>>

/** @throws ConfigError */
export function parseConfig(settings: Settings): Config {
  const parsed = Env.safeParse(withoutEmptyValues(settings))
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const env = parsed.data
  const origin = env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`
  return { ...env, DATA_DIR: resolve(env.DATA_DIR), PUBLIC_ORIGIN: origin.replace(/\/$/, '') }
}

const withoutEmptyValues = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''))
