import { setTimeout as sleep } from 'node:timers/promises'
import { spawnDemo } from '#testing/run-demo.ts'

/**
 * When to kill a demo: this long after its start, or this long after it reported that it is ready.
 */
export type KillMoment = { after: 'start' | 'ready'; ms: number }

const GONE_WITHIN_MS = 5_000
const GONE_POLL_MS = 20

/**
 * Starts the demo once per moment and then kills its whole process tree, like a power cut: no
 * process can clean up.
 */
export async function killRounds(
  env: Record<string, string>,
  moments: KillMoment[],
  onKilled: (round: number, moment: KillMoment) => void | Promise<void> = () => undefined,
): Promise<void> {
  for (const [index, moment] of moments.entries()) {
    const demo = spawnDemo(env)
    if (moment.after === 'ready') await demo.ready
    await sleep(moment.ms)
    await demo.stop('SIGKILL')
    await untilGroupIsGone(demo.process.pid)
    await onKilled(index + 1, moment)
  }
}

/** @throws Error if a process of the tree survives: two trees would then share one folder */
async function untilGroupIsGone(groupId: number | undefined): Promise<void> {
  if (groupId === undefined) return
  const deadline = Date.now() + GONE_WITHIN_MS
  while (isGroupAlive(groupId)) {
    if (Date.now() > deadline) throw new Error(`process group ${groupId} outlived its kill`)
    await sleep(GONE_POLL_MS)
  }
}

function isGroupAlive(groupId: number): boolean {
  try {
    process.kill(-groupId, 0)
    return true
  } catch {
    return false
  }
}
