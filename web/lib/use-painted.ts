import { useEffect, useState } from 'react'

/**
 * Whether `what` has been painted since `isReady`, so that work for the next step can wait until the current frame is done. In a background
 * tab nothing is painted, and the work never starts.
 */
export function usePainted(what: unknown, isReady: boolean): boolean {
  const [painted, setPainted] = useState<{ what: unknown } | null>(null)
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // The callback runs at the start of a frame, which is painted right after it.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted({ what }))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [what, isReady])
  return isReady && painted?.what === what
}
