import { useEffect, useState } from 'react'

/**
 * True once `isWaiting` has lasted so long. What is to look different only for those who wait is told so late: even an invisible change
 * of opacity makes the browser paint all of it anew, twice for each quick answer.
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
