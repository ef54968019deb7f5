import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for so long. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, settled, afterMs])
  return settled
}
