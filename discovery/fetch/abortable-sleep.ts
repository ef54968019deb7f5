import { setTimeout as sleep } from 'node:timers/promises'

/** Waits; resolves early, without an error, when the signal fires. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const abortableSleep: Sleep = (ms, signal) =>
  sleep(ms, undefined, signal && { signal }).catch(() => undefined)
