import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { Board } from '#contracts/workspace/leads.ts'
import { type Client, signIn } from '#testing/demo-client.ts'
import type { Product } from './start-product.ts'

const EMAIL = 'plus@demo.storedawn.test'
const LOOK_EVERY_MS = 1_000
const LOOK_FOR_MS = 5 * MINUTE_MS
const GOALS = { 'first lead': 1, 'leads: 60': 60, 'leads: 300': 300 }
const FOLLOWS = 3

/** Seconds from the usable page until the demo's account has what a stranger should meet. */
export async function timeOwnThings(
  { origin, mailbox, usableAtMs }: Product,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {}
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LOOK_FOR_MS)])
  let client: Client | undefined
  const note = (name: string, isThere: boolean) => {
    if (isThere) seconds[name] ??= (performance.now() - usableAtMs) / 1000
  }
  const look = async () => {
    client ??= await signIn(origin, EMAIL)
    const { stages } = await client.get<Board>('/api/stages')
    const leads = stages.reduce((sum, { leads: count }) => sum + count, 0)
    for (const [name, goal] of Object.entries(GOALS)) note(name, leads >= goal)
    const { follows } = await client.get<{ follows: unknown[] }>('/api/follows')
    note('follows: 3', follows.length >= FOLLOWS)
    const mails = await (await fetch(`${mailbox}/messages.json?to=${EMAIL}`)).text()
    note('brief', mails !== '[]')
  }
  while (Object.keys(seconds).length < Object.keys(GOALS).length + 2 && !ended.aborted) {
    await look().catch(() => undefined) // the accounts may not exist yet, and a busy product refuses requests
    await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined)
  }
  return seconds
}
