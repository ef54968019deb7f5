import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type ShopTruth, walkStores } from '#testing/demo-client.ts'
import { compareStores } from '#testing/prove/compare-stores.ts'

const EVERY_MS = 500
/** So long nothing more may turn up: longer than until the second try of a visit that failed on a busy machine. */
const QUIET_MS = 135_000
const LIMIT_MS = 300_000

/**
 * Waits until every shop is listed that answers its first visitor, or until no more of them turn up. The others (busy,
 * refusing, not yet in DNS) ask to be visited later and are not waited for.
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
