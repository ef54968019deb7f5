import { OptOutTask } from '#contracts/opt-out.ts'

/** A new DNS record takes a while to appear, so owners who return later find the record that they have to publish. */
const KEY = 'optOutTask'

type TaskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The unexpired task that was started in this browser. Null for any other content of the storage. */
export function readKeptTask(storage: TaskStorage, now: Date): OptOutTask | null {
  try {
    const kept = OptOutTask.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'))
    return kept.success && Date.parse(kept.data.expiresAt) > now.getTime() ? kept.data : null
  } catch {
    return null
  }
}

/** If the storage is full or blocked, only this convenience is lost. */
export function keepTask(storage: TaskStorage, task: OptOutTask | null): void {
  try {
    if (task === null) storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify(task))
  } catch {}
}
