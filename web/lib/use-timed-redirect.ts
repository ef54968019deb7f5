import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/** Leads to another page after a while, unless the visitor stops it. Null as the target waits for one. */
export function useTimedRedirect(
  to: string | null,
  delayMs: number,
): { isRunning: boolean; stop: () => void } {
  const navigate = useNavigate()
  const [isStopped, setStopped] = useState(false)
  const isRunning = to !== null && !isStopped

  useEffect(() => {
    if (to === null || isStopped) return
    // In place of this page: going back would only lead here again.
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs, isStopped, navigate])

  return { isRunning, stop: () => setStopped(true) }
}
