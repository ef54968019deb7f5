import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { type Client, countStores, signIn } from '#testing/demo-client.ts'
import { type Addresses, runDemo } from '#testing/run-demo.ts'
import { createTempFolder } from '#testing/temp-folder.ts'

/** The production build in its simulated world, with stores in it. */
export type Product = Addresses & {
  dataDir: string
  databaseUrl: string
  /** Signed in as a member of the Pro plan. */
  member: Client
}

const MEMBER = 'pro@demo.storedawn.test'
/** Enough for several pages of every list. */
const STORES = 400
const ENOUGH_STORES = 200
const FILLED_WITHIN_MS = 20 * 60_000

/** `start` starts it once, however often it is called. */
export function createProduct(): AsyncDisposable & { start: () => Promise<Product> } {
  const stack = new AsyncDisposableStack()
  let started: Promise<Product> | undefined
  return {
    start: () => (started ??= startIn(stack)),
    async [Symbol.asyncDispose]() {
      await started?.catch(() => undefined)
      await stack.disposeAsync()
    },
  }
}

async function startIn(stack: AsyncDisposableStack): Promise<Product> {
  const dataDir = await createTempFolder('storedawn-judges-')
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const demo = await runDemo({ DATA_DIR: dataDir, DEMO_STORES: String(STORES) })
  stack.defer(() => demo.stop())
  const log = createLog({ LOG_LEVEL: 'warn' })
  const postgres = await openLocalPostgres({ dataDir, log, use: 'tool' })
  stack.defer(() => postgres.close())
  const member = await signIn(demo.origin, MEMBER)
  await untilFilled(member)
  const { origin, control, mailbox } = demo
  return { origin, control, mailbox, dataDir, databaseUrl: postgres.url, member }
}

async function untilFilled(member: Client): Promise<void> {
  const untilMs = Date.now() + FILLED_WITHIN_MS
  while ((await countStores(member, 'new')) < ENOUGH_STORES) {
    if (Date.now() > untilMs) throw new Error(`fewer than ${ENOUGH_STORES} stores were listed`)
    await sleep(1_000)
  }
}
