import { setTimeout as sleep } from 'node:timers/promises'
import { countStores, readTruth, type ShopTruth, signIn } from '#testing/demo-client.ts'

/** A busy machine takes ten times as long as a quiet one. */
const LIMIT_MS = 600_000
const EVERY_MS = 500
/** Caught up once no new store has appeared for this long. */
const QUIET_MS = 3_000
/**
 * Share of the new shops. A few are permanently closed or locked and rightly not listed; one in
 * fifty throttles at first and appears minutes later.
 */
const SHARE = 0.97

const NEVER_LISTED = ['closed', 'frozen', 'locked', 'gone']

export const isListable = (shop: ShopTruth): boolean =>
  shop.isNew && !NEVER_LISTED.includes(shop.kind)

/**
 * Waits until the demo has listed its world's past, so that figures of past days no longer change.
 * @throws Error after too long a wait
 */
export async function waitUntilCaughtUp({ origin, control }: { origin: string; control: string }) {
  const client = await signIn(origin, 'pro@demo.storedawn.test')
  const wanted = (await readTruth(control)).filter(isListable).length * SHARE
  const startedAt = Date.now()
  let listed = 0
  let changedAt = startedAt
  while (listed < wanted || Date.now() - changedAt < QUIET_MS) {
    if (Date.now() - startedAt > LIMIT_MS)
      throw new Error(`only ${listed} of ${wanted} stores were listed within ${LIMIT_MS} ms`)
    const now = await countStores(client, 'new')
    if (now !== listed) changedAt = Date.now()
    listed = now
    await sleep(EVERY_MS)
  }
}
