type Options<Value> = {
  load: () => Promise<Value>
  now: () => Date
  /** The answer is loaded again after this. */
  freshMs: number
  /** How long the last answer is used when no newer one can be loaded. */
  maxAgeMs: number
  /** The minimum time between two loads. */
  minIntervalMs: number
  onFailure: (error: unknown) => void
}

export type StaleWhileErrorCache<Value> = {
  /** @throws the last error of `load` when no valid answer is left */
  current: () => Promise<Value>
  /** Loads first, unless that happened a moment ago. @throws like `current` */
  refreshed: () => Promise<Value>
}

/**
 * An external answer that is loaded once at a time, cached for a while, and cached longer during
 * failures.
 */
export function createStaleWhileErrorCache<Value>(
  options: Options<Value>,
): StaleWhileErrorCache<Value> {
  const { load, now, freshMs, maxAgeMs, minIntervalMs, onFailure } = options
  let cached: { value: Value; atMs: number } | null = null
  let failure: unknown = new Error('not loaded yet')
  let lastLoadAtMs = Number.NEGATIVE_INFINITY
  let pendingLoad: Promise<void> | null = null
  const ageMs = () => (cached ? now().getTime() - cached.atMs : Number.POSITIVE_INFINITY)

  const refresh = async () => {
    lastLoadAtMs = now().getTime()
    try {
      cached = { value: await load(), atMs: lastLoadAtMs }
    } catch (error) {
      failure = error
      onFailure(error)
    } finally {
      pendingLoad = null
    }
  }
  const getValue = async (isFreshEnough: boolean) => {
    const mayLoad = pendingLoad !== null || now().getTime() - lastLoadAtMs >= minIntervalMs
    if (!isFreshEnough && mayLoad) await (pendingLoad ??= refresh())
    if (cached && ageMs() <= maxAgeMs) return cached.value
    throw failure
  }
  return { current: () => getValue(ageMs() <= freshMs), refreshed: () => getValue(false) }
}

export type Cached<Value> = (() => Promise<Value>) & {
  /** The next call reads again. */
  invalidate: () => void
}

/**
 * Answers from memory for a while, and lets all callers meanwhile wait for the same read. A failure
 * is not cached.
 */
export function cacheFor<Value>(
  read: () => Promise<Value>,
  { forMs, now }: { forMs: number; now: () => Date },
): Cached<Value> {
  let cached: { value: Promise<Value>; atMs: number } | null = null
  const current = () => {
    // Also after the clock was set back.
    if (cached && Math.abs(now().getTime() - cached.atMs) < forMs) return cached.value
    const value = read()
    const entry = { value, atMs: now().getTime() }
    cached = entry
    value.catch(() => {
      if (cached === entry) cached = null
    })
    return value
  }
  const invalidate = () => {
    cached = null
  }
  return Object.assign(current, { invalidate })
}
