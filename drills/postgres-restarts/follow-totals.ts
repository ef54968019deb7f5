import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedServer } from './start-server.ts'

/** Like a browser, requests a stream again a second after it ends. */
export function followTotals(
  { origin, child }: StartedServer,
  token: string,
): { total: () => number } {
  let total = 0
  const follow = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${origin}/api/stores/live`, { headers })
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      total = Number(/"total":(\d+)/.exec(piece)?.[1] ?? total)
  }
  const goOn = async () => {
    while (child.exitCode === null) {
      await follow().catch(() => undefined)
      await sleep(1_000, undefined, { ref: false })
    }
  }
  void goOn()
  return { total: () => total }
}
