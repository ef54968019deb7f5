import { OptOutTask } from '#contracts/opt-out.ts'

/** A new record takes a while to show: whoever comes back an hour later finds what they were to publish. */
const KEY = 'optOutTask'

type TaskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The task that was begun in this browser and still holds. Null for anything else that may stand there. */
export function readKeptTask(storage: TaskStorage, now: Date): OptOutTask | null {
  try {
    const kept = OptOutTask.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'))
    return kept.success && Date.parse(kept.data.expiresAt) > now.getTime() ? kept.data : null
  } catch {
    return null
  }
}

/** A full or forbidden storage costs a convenience, no more. */
export function keepTask(storage: TaskStorage, task: OptOutTask | null): void {
  try {
    if (task === null) storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify(task))
  } catch {}
}
