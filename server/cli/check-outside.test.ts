import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { describeError } from '#server/platform/errors.ts'
import { startOutsideIssuer, startOutsideWorld } from '#testing/outside-world.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { startTestMailbox } from '#testing/test-mailbox.ts'
import { startTestPaymentPage } from '#testing/test-payment-page.ts'
import { startTraceCollector } from '#testing/trace-collector.ts'
import { outsideChecks } from './check-outside.ts'

let world: Awaited<ReturnType<typeof startOutsideWorld>>
beforeAll(async () => {
  world = await startOutsideWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

async function check(name: string, settings: Record<string, string>): Promise<string> {
  const found = outsideChecks(parseConfig(settings)).find((each) => each.name === name)
  if (!found) return 'not checked'
  return found.run().catch((error: unknown) => `wrong: ${describeError(error)}`)
}

/** Not port 1, which `fetch` refuses before it connects. */
const NOWHERE = 'http://127.0.0.1:2'

test('check contacts no service that is not set', async () => {
  const unset = ['mail', 'payments', 'identity', 'registry', 'backups', 'traces']
  for (const name of unset) expect(await check(name, {})).toMatch(/ is not set: /)
})

test('check leaves out the services of discovery for an API process', async () => {
  for (const name of ['names', 'logs', 'registry'])
    expect(await check(name, { ...world.settings, ROLES: 'api,cron' })).toBe('not checked')
})

describe('discovery', () => {
  test('check names the name servers that do not answer for the shop platform', async () => {
    const { settings } = world
    expect(await check('names', settings)).toBe(`${settings.DNS_SERVERS} knows shops.myshopify.com`)
    expect(await check('names', { ...settings, DNS_SERVERS: '127.0.0.1:1' })).toMatch(
      /^wrong: 127\.0\.0\.1:1: \w+ for shops/,
    )
  })

  test('the log list names logs, or is named', async () => {
    const { settings } = world
    expect(await check('logs', settings)).toMatch(/^the list names [1-9]\d* logs to follow$/)
    const wrong = settings.CT_LOG_LIST_URL.replace('log_list.json', 'nowhere.json')
    expect(await check('logs', { ...settings, CT_LOG_LIST_URL: wrong })).toBe(
      `wrong: ${wrong}: status 404`,
    )
    expect(await check('logs', { ...settings, CT_LOG_LIST_URL: settings.RDAP_URL })).toMatch(
      /^wrong: /,
    )
  })

  test('the registry answers, or is named', async () => {
    const { settings } = world
    expect(await check('registry', settings)).toMatch(/ answers/)
    expect(await check('registry', { ...settings, CONNECT_TO: '::443:127.0.0.1:1' })).toBe(
      `wrong: ${settings.RDAP_URL} does not answer`,
    )
  })
})

test('the mail server accepts us, or is named', async () => {
  await using mailbox = await startTestMailbox()
  expect(await check('mail', { SMTP_URL: mailbox.smtpUrl })).toMatch(/ accepts our sign-in$/)
  expect(await check('mail', { SMTP_URL: 'smtp://127.0.0.1:1' })).toMatch(/^wrong: .*ECONNREFUSED/)
})

test('the payment provider accepts the key, refuses a wrong key, and is reported when unreachable', async () => {
  await using page = await startTestPaymentPage({ now: () => new Date() })
  const settings = page.config
  expect(await check('payments', settings)).toBe('sandbox accepts our key')
  expect(await check('payments', { ...settings, BILLING_SECRET_KEY: 'sk_demo_other' })).toMatch(
    /^wrong: .*401/,
  )
  expect(await check('payments', { ...settings, BILLING_SANDBOX_URL: NOWHERE })).toMatch(
    /^wrong: fetch failed: .*ECONNREFUSED/,
  )
  expect(await check('payments', { ...settings, BILLING_WEBHOOK_SECRET: '' })).toMatch(
    /^wrong: .*no keys/,
  )
})

test('check reads the document of the identity provider, and names a provider that fails', async () => {
  await using issuer = await startOutsideIssuer()
  const { settings } = issuer
  expect(await check('identity', settings)).toBe(
    `Demo ID at ${settings.OIDC_ISSUER} names its sign-in page`,
  )
  expect(await check('identity', { ...settings, OIDC_ISSUER: NOWHERE })).toMatch(
    /^wrong: .*ECONNREFUSED/,
  )
})

test('check writes to the folder of backups, and names it if that fails', async () => {
  const folder = path.join(await createTestFolder(), 'backups')
  expect(await check('backups', { BACKUP_TO: folder })).toMatch(/^wrong: .*ENOENT/)
  await mkdir(folder)
  expect(await check('backups', { BACKUP_TO: folder })).toMatch(
    / can be written to, .* GiB free; not encrypted.*; signed by nobody yet$/,
  )
  expect(await check('backups', { BACKUP_TO: folder, APP_SECRET: 'x'.repeat(40) })).toMatch(
    /; signed by signer-[\w-]{43}$/,
  )
  const misspelt = { BACKUP_TO: folder, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
  expect(await check('backups', misspelt)).toMatch(/^wrong: BACKUP_RECIPIENT is no age recipient/)
})

test('check sends an export to the collector of traces, and says if that fails', async () => {
  await using collector = await startTraceCollector()
  expect(await check('traces', { TRACES_URL: collector.url })).toBe(
    `${collector.url} accepts spans`,
  )
  expect(await check('traces', { TRACES_URL: `${NOWHERE}/v1/traces` })).toMatch(/^wrong: /)
})
