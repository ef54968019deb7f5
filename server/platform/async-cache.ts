type Options<Value> = {
  load: () => Promise<Value>
  now: () => Date
  /** The answer is loaded again after this. */
  freshMs: number
  /** How long the last answer is used when no newer one can be loaded. */
  keptMs: number
  /** The minimum time between two loads. */
  restMs: number
  onFailure: (error: unknown) => void
}

export type StaleWhileErrorCache<Value> = {
  /** @throws the last error of `load` when no valid answer is left */
  current: () => Promise<Value>
  /** Loads first, unless that happened a moment ago. @throws like `current` */
  renewed: () => Promise<Value>
}

/** An external answer that is loaded once at a time, kept for a while, and kept longer during failures. */
export function createStaleWhileErrorCache<Value>(options: Options<Value>): StaleWhileErrorCache<Value> {
  const { load, now, freshMs, keptMs, restMs, onFailure } = options
  let kept: { value: Value; atMs: number } | null = null
  let failure: unknown = new Error('not loaded yet')
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  const ageMs = () => (kept ? now().getTime() - kept.atMs : Number.POSITIVE_INFINITY)

  const ask = async () => {
    askedAtMs = now().getTime()
    try {
      kept = { value: await load(), atMs: askedAtMs }
    } catch (error) {
      failure = error
      onFailure(error)
    } finally {
      asking = null
    }
  }
  const answer = async (isEnough: boolean) => {
    const mayAsk = asking !== null || now().getTime() - askedAtMs >= restMs
    if (!isEnough && mayAsk) await (asking ??= ask())
    if (kept && ageMs() <= keptMs) return kept.value
    throw failure
  }
  return { current: () => answer(ageMs() <= freshMs), renewed: () => answer(false) }
}

/** Answers from memory for a while, and lets all callers meanwhile wait for the same reading. A failure is not kept. */
export function cacheFor<Value>(
  read: () => Promise<Value>,
  { forMs, now }: { forMs: number; now: () => Date },
): () => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | null = null
  return () => {
    if (kept && now().getTime() < kept.untilMs) return kept.value
    const value = read()
    const mine = { value, untilMs: now().getTime() + forMs }
    kept = mine
    value.catch(() => {
      if (kept === mine) kept = null
    })
    return value
  }
}
