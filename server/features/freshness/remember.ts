/** Answers from memory for a while, and lets all callers meanwhile wait for the same reading. A failure is not kept. */
export function remember<Value>(
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
