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

export type KeptAnswer<Value> = {
  /** @throws the last error of `load` when no valid answer is left */
  current: () => Promise<Value>
  /** Loads first, unless that happened a moment ago. @throws like `current` */
  renewed: () => Promise<Value>
}

/** An external answer that is loaded once at a time, kept for a while, and kept longer during failures. */
export function keepAnswer<Value>(options: Options<Value>): KeptAnswer<Value> {
  const { load, now, freshMs, keptMs, restMs, onFailure } = options
  let kept: { value: Value; atMs: number } | null = null
  let failure: unknown = new Error('never asked')
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
