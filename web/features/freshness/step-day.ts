const WEEK = 7

/** The day that a key leads to, of `count` days from the oldest; null for other keys. */
export function stepDay(key: string, at: number, count: number): number | null {
  const within = (next: number) => Math.min(count - 1, Math.max(0, next))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(at + 1)
    case 'PageDown':
      return within(at - WEEK)
    case 'PageUp':
      return within(at + WEEK)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
