/**
 * A semaphore whose permits belong to holders: it limits all of them together and, optionally,
 * those of each key.
 */
type Slots<Holder> = {
  /**
   * @throws the refusal when no slot is free, or no slot became free in time for a waiting holder
   */
  acquire: (holder: Holder, key: string) => Promise<void>
  /** Ends the wait of a waiting holder; does nothing for one that holds a slot. */
  cancelWait: (holder: Holder) => void
  /** Does nothing for a holder without a slot. */
  release: (holder: Holder) => void
}

export type SlotsOptions = {
  max: number
  maxPerKey?: number
  /** Whether waiting makes sense now; otherwise a holder without a slot is refused at once. */
  mayWait?: () => boolean
  maxWaiting?: number
  waitMs?: number
  refusal: () => Error
}

/** Each waiting request costs a connection. */
const MAX_WAITING = 400
const WAIT_MS = 10_000

export function createSlots<Holder>({
  max,
  maxPerKey = Number.POSITIVE_INFINITY,
  mayWait = () => false,
  maxWaiting = MAX_WAITING,
  waitMs = WAIT_MS,
  refusal,
}: SlotsOptions): Slots<Holder> {
  const keys = new Map<Holder, string>()
  const heldByKey = new Map<string, number>()
  const waiting = new Map<Holder, { grant: () => void; refuse: () => void }>()

  function hold(holder: Holder, key: string): void {
    keys.set(holder, key)
    heldByKey.set(key, (heldByKey.get(key) ?? 0) + 1)
  }
  function wait(holder: Holder, key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.delete(holder)
      }
      const refuse = () => {
        leave()
        reject(refusal())
      }
      const grant = () => {
        leave()
        hold(holder, key)
        resolve()
      }
      const timer = setTimeout(refuse, waitMs)
      waiting.set(holder, { grant, refuse })
    })
  }
  return {
    async acquire(holder, key) {
      if ((heldByKey.get(key) ?? 0) >= maxPerKey) throw refusal()
      if (keys.size < max) return hold(holder, key)
      if (waiting.size >= maxWaiting || !mayWait()) throw refusal()
      return wait(holder, key)
    },
    cancelWait: (holder) => waiting.get(holder)?.refuse(),
    release(holder) {
      const key = keys.get(holder)
      if (key === undefined) return
      keys.delete(holder)
      const left = (heldByKey.get(key) ?? 1) - 1
      if (left > 0) heldByKey.set(key, left)
      else heldByKey.delete(key)
      waiting.values().next().value?.grant()
    },
  }
}
