import * as z from 'zod/mini'
import { DAY_MS } from '#contracts/dates.ts'
import { PaidPlan } from '#contracts/price-list.ts'

const KEY = 'pendingPlan'
const KEPT_MS = DAY_MS

const Choice = z.object({ plan: PaidPlan, billing: z.enum(['monthly', 'annual']), chosenAtMs: z.number() })
export type PendingChoice = Pick<z.infer<typeof Choice>, 'plan' | 'billing'>

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps what was chosen before there is an account. Not with the tab: the link of the mail opens another one. */
export function keepChoice(choice: PendingChoice, nowMs: number, storage: Kept = localStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...choice, chosenAtMs: nowMs }))
  } catch {
    // Full or forbidden: it is chosen again.
  }
}

/** Null for none, for one of days ago, and for anything else: the storage is anybody's. */
export function readChoice(nowMs: number, storage?: Kept): PendingChoice | null {
  try {
    const text = (storage ?? localStorage).getItem(KEY)
    const { plan, billing, chosenAtMs } = Choice.parse(JSON.parse(text ?? ''))
    return nowMs - chosenAtMs < KEPT_MS ? { plan, billing } : null
  } catch {
    return null
  }
}

export function dropChoice(storage?: Kept): void {
  try {
    ;(storage ?? localStorage).removeItem(KEY)
  } catch {
    // Forbidden: then there was none.
  }
}
