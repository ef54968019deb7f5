import { useEffect, useState } from 'react'

/**
 * Whether `what` was painted since `isReady`: what is only for the next step then takes nothing from the frame of this one. In a tab that
 * nobody looks at nothing is painted, and nothing needs to follow.
 */
export function usePainted(what: unknown, isReady: boolean): boolean {
  const [painted, setPainted] = useState<{ what: unknown } | null>(null)
  useEffect(() => {
    if (!isReady) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame begins with this and is painted right after it.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted({ what }))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [what, isReady])
  return isReady && painted?.what === what
}
