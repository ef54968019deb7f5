import { useEffect, useState } from 'react'

export function useDebouncedValue<Value>(value: Value, afterMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    if (value === debounced) return
    const timer = setTimeout(() => setDebounced(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, debounced, afterMs])
  return debounced
}

/**
 * For styles that mark a wait: even an invisible change of opacity repaints the whole area, twice
 * for every fast answer.
 */
export function useIsLate(isWaiting: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    let wasLate = false
    const timer = setTimeout(() => {
      wasLate = true
      setLate(true)
    }, afterMs)
    return () => {
      clearTimeout(timer)
      if (wasLate) setLate(false)
    }
  }, [isWaiting, afterMs])
  return isLate && isWaiting
}
