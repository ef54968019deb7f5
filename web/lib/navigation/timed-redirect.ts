import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

/**
 * Opens another page after a delay, unless the visitor stops it. While the target is null, the
 * countdown does not start.
 */
export function useTimedRedirect(
  to: string | null,
  delayMs: number,
): { isRunning: boolean; stop: () => void } {
  const navigate = useNavigate()
  const [isStopped, setStopped] = useState(false)
  const isRunning = to !== null && !isStopped

  useEffect(() => {
    if (to === null || isStopped) return
    // Replaces this history entry, because Back would only lead here again.
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs, isStopped, navigate])

  return { isRunning, stop: () => setStopped(true) }
}
