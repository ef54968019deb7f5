import { useEffect, useState } from 'react'

/**
 * True once `isWaiting` has lasted for this long. Use it for styles that mark a wait: even an invisible change of opacity repaints the
 * whole area, twice for every fast answer.
 */
export function useIsLate(isWaiting: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    let isTold = false
    const timer = setTimeout(() => {
      isTold = true
      setLate(true)
    }, afterMs)
    return () => {
      clearTimeout(timer)
      if (isTold) setLate(false)
    }
  }, [isWaiting, afterMs])
  return isLate && isWaiting
}
