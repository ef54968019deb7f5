import { randomUUID } from 'node:crypto'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseLogList, selectLogs } from '#discovery/ct/log-list.ts'
import { parseJsonBytes } from '#discovery/document/json.ts'
import { createGuardedFetch, type GuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import { createRdapClient } from '#discovery/rdap/rdap-client.ts'
import { readIssuer } from '#server/accounts/api.ts'
import { createBillingProvider } from '#server/billing/api.ts'
import { isRecipient } from '#server/operations/backup/encryption.ts'
import { createLog } from '#server/platform/log.ts'
import { readOutgoingSettings } from '#server/platform/outgoing-http.ts'
import type { Config } from '#server/platform/config.ts'
import { checkSmtp } from '#server/platform/mail/smtp.ts'
import { readSigners } from './installation.ts'

/**
 * @returns what works.
 * @throws Error that says what does not
 */
export type Check = { name: string; run: () => Promise<string> }

/** Outside the installation itself; discovery's part only where a worker runs. */
export function outsideChecks(config: Config): Check[] {
  const discovery = [
    { name: 'names', run: () => checkNames(config) },
    { name: 'logs', run: () => checkLogs(config) },
    { name: 'registry', run: () => checkRegistry(config) },
  ]
  return [
    { name: 'mail', run: () => checkMail(config) },
    { name: 'payments', run: () => checkPayments(config) },
    { name: 'identity', run: () => checkIdentity(config) },
    ...(config.ROLES.includes('worker') ? discovery : []),
    { name: 'backups', run: () => checkBackups(config) },
    { name: 'traces', run: () => checkTraces(config) },
  ]
}

async function checkMail({ SMTP_URL }: Config): Promise<string> {
  if (!SMTP_URL) return 'SMTP_URL is not set: mail waits in the database'
  await checkSmtp(SMTP_URL)
  return `${new URL(SMTP_URL).host} accepts our sign-in`
}

/** A customer that no provider has: asking for it needs a valid key, and changes nothing. */
const NO_CUSTOMER = 'cus_storedawn_check'

async function checkPayments(config: Config): Promise<string> {
  const { BILLING_PROVIDER: name, BILLING_SECRET_KEY: key, BILLING_WEBHOOK_SECRET: secret } = config
  if (!key && !secret) return 'BILLING_SECRET_KEY is not set: plans cannot be bought'
  const provider = await createBillingProvider(config)
  await provider.readCustomer(NO_CUSTOMER).catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  })
  return `${name} accepts our key`
}

async function checkIdentity({
  GOOGLE_CLIENT_ID,
  OIDC_ISSUER,
  OIDC_NAME,
}: Config): Promise<string> {
  if (!GOOGLE_CLIENT_ID) return 'GOOGLE_CLIENT_ID is not set: people sign in by password only'
  await readIssuer(OIDC_ISSUER)
  return `${OIDC_NAME} at ${OIDC_ISSUER} names its sign-in page`
}

/** Where shops on their own domain point. */
const PLATFORM_ALIAS = 'shops.myshopify.com'

async function checkNames(config: Config): Promise<string> {
  const answer = await readOutgoingSettings(config).resolveHost(PLATFORM_ALIAS)
  const asked =
    config.DNS_SERVERS.length > 0 ? config.DNS_SERVERS.join(', ') : "the system's resolvers"
  if (answer.kind === 'retry') throw new Error(`${asked}: ${answer.cause} for ${PLATFORM_ALIAS}`)
  if (answer.kind === 'elsewhere')
    throw new Error(`${asked}: ${PLATFORM_ALIAS} is not at the shop platform`)
  return `${asked} knows ${PLATFORM_ALIAS}`
}

const MAX_LIST_BYTES = 2 * 1024 * 1024

async function checkLogs(config: Config): Promise<string> {
  const url = config.CT_LOG_LIST_URL
  await using fetch = openFetch(config)
  const answer = await fetch({ url, maxBytes: MAX_LIST_BYTES })
  if (answer.kind === 'failed') throw new Error(`${url}: ${answer.cause}`)
  if (answer.kind === 'refused') throw new Error(`${url}: ${answer.reason}`)
  if (answer.status !== 200) throw new Error(`${url}: status ${answer.status}`)
  const logs = selectLogs(parseLogList(parseJsonBytes(answer.body)), new Date())
  if (logs.length === 0) throw new Error(`${url} names no log that accepts new certificates`)
  return `the list names ${logs.length} logs to follow`
}

const REGISTRY_ANSWERS_WITHIN_MS = 10_000

async function checkRegistry(config: Config): Promise<string> {
  const baseUrl = config.RDAP_URL
  if (!baseUrl) return 'RDAP_URL is not set: registration dates are not looked up'
  await using fetch = openFetch(config)
  const ask = createRdapClient({ fetch, baseUrl, now: () => new Date() })
  const answer = await ask('example.com', AbortSignal.timeout(REGISTRY_ANSWERS_WITHIN_MS))
  if (answer.kind === 'unsupported')
    throw new Error(`${baseUrl} does not answer as an RDAP service`)
  if (answer.kind === 'retry' && !answer.isThrottled) throw new Error(`${baseUrl} does not answer`)
  return answer.kind === 'retry' ? `${baseUrl} answers, and asks us to wait` : `${baseUrl} answers`
}

const openFetch = (config: Config): GuardedFetch =>
  createGuardedFetch(readOutgoingSettings(config).guarded)

const GIB = 1024 ** 3

async function checkBackups(config: Config): Promise<string> {
  const { BACKUP_TO: folder, BACKUP_RECIPIENT } = config
  if (folder === undefined) return 'BACKUP_TO is not set: there are no scheduled backups'
  if (BACKUP_RECIPIENT !== undefined && !isRecipient(BACKUP_RECIPIENT))
    throw new Error('BACKUP_RECIPIENT is no age recipient: a character of it is wrong or missing')
  const file = path.join(folder, `check-${randomUUID()}`)
  await writeFile(file, file)
  try {
    if ((await readFile(file, 'utf8')) !== file)
      throw new Error(`a file in ${folder} cannot be read back`)
  } finally {
    await rm(file, { force: true })
  }
  const { bavail, bsize } = await statfs(folder)
  const readable = BACKUP_RECIPIENT ? 'encrypted' : 'not encrypted, as BACKUP_RECIPIENT is not set'
  const [signer = 'nobody yet'] = await readSigners({ config, log: createLog(config) })
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free`
  return `${folder} can be written to, ${free}; ${readable}; signed by ${signer}`
}

const COLLECTOR_ANSWERS_WITHIN_MS = 5_000

/** Sends an export without spans, which a collector accepts and discards. */
async function checkTraces({ TRACES_URL: url }: Config): Promise<string> {
  if (!url) return 'TRACES_URL is not set: nothing is traced'
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    signal: AbortSignal.timeout(COLLECTOR_ANSWERS_WITHIN_MS),
  })
  if (!answer.ok) throw new Error(`${url}: status ${answer.status}`)
  return `${url} accepts spans`
}
