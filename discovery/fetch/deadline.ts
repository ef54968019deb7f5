/** Combines all reasons to abandon a request into one signal, and records which of them fired. */
export type Deadline = {
  signal: AbortSignal
  /** Null until one fires. */
  cause: () => 'timeout' | 'aborted' | null
  /** Starts the (shorter) limit for one response head; `stop` ends it. */
  startHead: (limitMs: number) => { stop: () => void }
  stop: () => void
}

export function startDeadline(totalMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let cause: 'timeout' | 'aborted' | null = null
  const end = (why: 'timeout' | 'aborted') => {
    cause ??= why
    controller.abort()
  }
  const onOuterAbort = () => end('aborted')
  const totalTimer = setTimeout(end, totalMs, 'timeout')
  if (outer?.aborted) onOuterAbort()
  else outer?.addEventListener('abort', onOuterAbort, { once: true })

  return {
    signal: controller.signal,
    cause: () => cause,
    startHead: (limitMs) => {
      const timer = setTimeout(end, limitMs, 'timeout')
      return { stop: () => clearTimeout(timer) }
    },
    stop: () => {
      clearTimeout(totalTimer)
      outer?.removeEventListener('abort', onOuterAbort)
    },
  }
}
