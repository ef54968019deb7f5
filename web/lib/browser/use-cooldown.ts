import { useEffect, useState } from 'react'
import { useSessionText } from './browser-storage.ts'

/** Minimum time between two mails to the same person. */
export const RESEND_COOLDOWN_SECONDS = 60

/** Never more than the full wait, since the clock may have been set back. */
export function secondsLeft(deadlineMs: number, nowMs: number, maxSeconds: number): number {
  if (!Number.isFinite(deadlineMs)) return 0
  return Math.min(maxSeconds, Math.max(0, Math.ceil((deadlineMs - nowMs) / 1000)))
}

/** Survives a reload. `name` distinguishes several countdowns in one tab. */
export function useCooldown(name: string) {
  const [stored, write] = useSessionText(`cooldown:${name}`)
  const [deadlineMs = 0, maxSeconds = 0] = (stored ?? '').split('/').map(Number)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const seconds = secondsLeft(deadlineMs, nowMs, maxSeconds)

  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setNowMs(Date.now()), 1_000)
    return () => clearTimeout(timer)
  }, [seconds, nowMs])

  const start = (length = RESEND_COOLDOWN_SECONDS) => {
    const startMs = Date.now()
    setNowMs(startMs)
    write(`${startMs + length * 1000}/${length}`)
  }
  return { seconds, start }
}
