import { atLeast } from '../at-least.ts'

type Leaving = {
  /** Where to, as soon as it is known. */
  address: Promise<string>
  /** Not before this time: a press that seems to do nothing is pressed again. */
  busyMs: number
  announce: () => void
  /** How long the announcement can be read before the page changes. */
  readMs: number
  go: (address: string) => void
  /** Whoever went elsewhere meanwhile is left alone. */
  signal: AbortSignal
}

/** Goes to somebody else's page, after it was said that this will happen. */
export async function leaveFor({ address, busyMs, announce, readMs, go, signal }: Leaving): Promise<void> {
  const known = await atLeast(busyMs, address)
  if (signal.aborted) return
  announce()
  await new Promise((resolve) => setTimeout(resolve, readMs))
  if (!signal.aborted) go(known)
}
