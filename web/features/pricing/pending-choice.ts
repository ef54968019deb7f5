import * as z from 'zod/mini'
import { DAY_MS } from '#contracts/dates.ts'
import { PaidPlan } from '#contracts/price-list.ts'

const KEY = 'pendingPlan'
const KEPT_MS = DAY_MS

const Choice = z.object({ plan: PaidPlan, billing: z.enum(['monthly', 'annual']), chosenAtMs: z.number() })
export type PendingChoice = Pick<z.infer<typeof Choice>, 'plan' | 'billing'>

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps a plan that a visitor chose before signing up. Not in session storage, because the mail link opens another tab. */
export function keepChoice(choice: PendingChoice, nowMs: number, storage: Kept = localStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...choice, chosenAtMs: nowMs }))
  } catch {
    // Storage is full or blocked; the visitor has to choose again.
  }
}

/** Null when there is no choice, when it is days old, and for any invalid content, because the storage is untrusted. */
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
    // Storage is blocked, so there is no choice.
  }
}
