/** Counts whole seconds down and then ends once. Gives what stops it. */
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
