import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#contracts/dates.ts'

const LOOK_AFTER_MS = { first: 500, most: 5_000 }
const LOOK_FOR_MS = 30 * MINUTE_MS

/** @returns whether it has nothing left to add */
export type Filler = () => Promise<boolean>

/**
 * Stores are found after the start: looks soon at first, then ever less often, in the order given.
 * A demo that ends meanwhile closes the database.
 */
export async function fillAsFound(fillers: readonly Filler[]): Promise<void> {
  const left = new Set(fillers)
  const until = Date.now() + LOOK_FOR_MS
  let waitMs = LOOK_AFTER_MS.first
  while (left.size > 0 && Date.now() < until) {
    for (const filler of left) if (await filler()) left.delete(filler)
    await sleep(waitMs, undefined, { ref: false })
    waitMs = Math.min(waitMs * 1.05, LOOK_AFTER_MS.most)
  }
}
