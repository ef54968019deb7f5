type Options<Value> = {
  load: () => Promise<Value>
  now: () => Date
  /** Asked again after this. */
  freshMs: number
  /** What was answered last holds so long where nothing newer can be had. */
  keptMs: number
  /** Never asked more often, whoever wants it. */
  restMs: number
  onFailure: (error: unknown) => void
}

export type KeptAnswer<Value> = {
  /** @throws what `load` threw last, when there is no answer that still holds */
  current: () => Promise<Value>
  /** Asks first, unless that was done a moment ago. @throws like `current` */
  renewed: () => Promise<Value>
}

/** An answer from outside that is asked for once at a time, kept for a while, and outlives failures for longer. */
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
