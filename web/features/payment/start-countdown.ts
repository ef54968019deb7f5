/** Counts down whole seconds, then ends once. Returns a function that stops it. */
export function startCountdown(
  seconds: number,
  { onTick, onEnd }: { onTick: (left: number) => void; onEnd: () => void },
): () => void {
  let left = seconds
  const timer = setInterval(() => {
    left -= 1
    onTick(left)
    if (left > 0) return
    clearInterval(timer)
    onEnd()
  }, 1_000)
  return () => clearInterval(timer)
}
