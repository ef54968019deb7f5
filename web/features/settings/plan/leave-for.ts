import { atLeast } from '../at-least.ts'

type Leaving = {
  /** Resolves to the target address. */
  address: Promise<string>
  /** Minimum busy time, because users repeat a press without a visible effect. */
  busyMs: number
  announce: () => void
  /** Time to read the announcement before the page changes. */
  readMs: number
  go: (address: string) => void
  /** Aborted when the user has gone elsewhere in the meantime. */
  signal: AbortSignal
}

/** Opens an external page after announcing it. */
export async function leaveFor({ address, busyMs, announce, readMs, go, signal }: Leaving): Promise<void> {
  const known = await atLeast(busyMs, address)
  if (signal.aborted) return
  announce()
  await new Promise((resolve) => setTimeout(resolve, readMs))
  if (!signal.aborted) go(known)
}
