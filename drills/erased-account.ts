/**
 * Uses the demo as a member does: a plan, leads, lists, exclusions, follows, briefs, searches, keys,
 * webhooks, feeds, an export. Then deletes the account, lets its 30 days pass, and looks for its id,
 * address and name in every column of every table. Exits with 1 if a row is left.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { claimForDemo } from '#scripts/claim-for-demo.ts'
import { DELETION_DAYS } from '#server/accounts/account-tokens.ts'
import { eraseDeletedAccounts } from '#server/accounts/deletion/erase-accounts.ts'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type Ask, askAs, requestOf } from '#testing/ask.ts'
import { askFeeds, askSaved } from '#testing/ask-saved.ts'
import { type Client, signIn } from '#testing/demo-client.ts'
import { findTraces } from '#testing/find-traces.ts'
import { runDemo } from '#testing/run-demo.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { textsOf } from '#testing/texts.ts'
import { createMember, somebodyNew } from '../e2e/accounts.ts'

const PERSON = somebodyNew('Ottilie Nachtigall')
/** Fewer would mean that it was hardly used. */
const LEAST_TABLES = 30
/** By then the worker has ended the subscription at the provider. */
const RENEWAL_ENDED_AFTER_MS = 30_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = await createTempFolder('storedawn-erased-')
const demo = await runDemo({ DATA_DIR: folder })
const userId = await useDemo().finally(() => demo.stop())
const texts = [userId, PERSON.email, PERSON.name.split(' ')[1] ?? '']
let isLater = false
await using ctx = await createContext(parseConfig({ DATA_DIR: folder, ROLES: 'api' }), {
  admit: claimForDemo,
  log: createLog({ LOG_LEVEL: 'error' }),
  now: () => new Date(Date.now() + (isLater ? DELETION_DAYS * DAY_MS : 0)),
})
const before = await findTraces(ctx.db, texts)
const tables = new Set(before)
say(`rows that name the account before: ${before.length} in ${tables.size} tables`)
isLater = true
await eraseDeletedAccounts(ctx)
const left = await findTraces(ctx.db, texts)
say(`rows that name it after its erasure: ${left.length} ${left.join(', ')}`)
process.exitCode = left.length === 0 && tables.size > LEAST_TABLES ? 0 : 1

/** @returns the id of the account, whose deletion is requested */
async function useDemo(): Promise<string> {
  Object.assign(process.env, { E2E_ORIGIN: demo.origin, E2E_MAILBOX: demo.mailbox })
  const found = await untilFound(await signIn(demo.origin, 'pro@demo.storedawn.test'))
  const client = await createMember(PERSON, 'plus', textsOf('en'))
  const ask = askOf(client)
  const { token: bearer } = client
  await askSaved(askAs(ask, bearer), found)
  await askFeeds(askAs(ask, bearer))
  const search = { name: 'Lamps', view: 'stores', query: '', mails: true }
  await ask('createSavedSearch', { body: search, bearer })
  await ask('createApiKey', { body: { name: 'CRM' }, bearer })
  await ask('createWebhook', { body: { url: 'https://receiver.invalid/hooks' }, bearer })
  const file = { view: 'stores', format: 'csv', columns: ['name', 'email'], query: {} }
  const { url } = await ask('createExport', { body: file, bearer })
  await (await fetch(new URL(url, demo.origin))).text()
  const message = {
    fullName: PERSON.name,
    email: PERSON.email,
    subject: 'Lamps',
    message: 'Do you know more?',
  }
  await ask('sendContactMessage', { body: message })
  await ask('subscribeNewsletter', { body: { email: PERSON.email } })
  await signIn(demo.origin, PERSON.email, PERSON.password)
  const { id } = await ask('getMe', { bearer })
  await ask('deleteAccount', { body: { currentPassword: PERSON.password }, bearer })
  await sleep(RENEWAL_ENDED_AFTER_MS)
  return id
}

function askOf({ origin }: Client): Ask {
  return async (name, input = {}) => {
    const { method, url, headers, query, payload } = requestOf(name, input)
    const isText = typeof payload === 'string'
    const answer = await fetch(`${origin}${url}?${new URLSearchParams(query)}`, {
      method,
      headers: { ...(payload && !isText && { 'content-type': 'application/json' }), ...headers },
      ...(payload && { body: isText ? payload : JSON.stringify(payload) }),
    })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/** Two stores with an address, and a product; by then the worker runs, which sends the mails. */
async function untilFound(client: Client) {
  for (;;) {
    const { content: stores } = await client.get<{ content: StoreSummary[] }>(
      '/api/stores?email=yes&size=2',
    )
    const [store, twin] = stores
    if (store && twin) {
      const path = `/api/stores/products/domain/${store.domain}?size=1`
      const { content } = await client.get<{ content: { id: string }[] }>(path)
      const [product] = content
      if (product) return { storeId: store.id, twinId: twin.id, productId: product.id }
    }
    await sleep(1_000)
  }
}
