import { useEffect, useState } from 'react'

/** The latest value that remained unchanged for this long. */
export function useDebouncedValue<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, settled, afterMs])
  return settled
}

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
