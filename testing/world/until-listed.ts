import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type ShopTruth, walkStores } from '#testing/demo-client.ts'
import { compareStores } from './compare-stores.ts'

const EVERY_MS = 500
/**
 * Done once no new store has appeared for this long: longer than the delay before a retry of a
 * failed visit on a busy machine.
 */
const QUIET_MS = 135_000
const LIMIT_MS = 900_000

/**
 * Waits until every shop that answers its first visitor is listed, or until no more of them appear.
 * Does not wait for the others (busy, refusing, not yet in DNS), which ask for a later visit.
 */
export async function untilListed(client: Client, shops: ShopTruth[]): Promise<void> {
  const startedAt = Date.now()
  const prompt = shops.filter(({ habit, naming }) => habit === 'plain' && naming !== 'delayed')
  let changedAt = startedAt
  let missing = Number.POSITIVE_INFINITY
  while (missing > 0 && Date.now() - changedAt < QUIET_MS) {
    if (Date.now() - startedAt > LIMIT_MS)
      throw new Error(`${missing} shops were not listed within ${LIMIT_MS} ms`)
    const now = compareStores(prompt, prompt, await walkStores(client, 'new')).missing.length
    if (now < missing) changedAt = Date.now()
    missing = now
    await sleep(EVERY_MS)
  }
}
