import { useEffect, useState } from 'react'
import { followStores, StoreTotal } from '#contracts/catalog/live.ts'
import { isApiError } from '#web/api/api-error.ts'
import { readEvents } from '#web/api/event-stream.ts'
import { pause } from '#web/api/pause.ts'
import type { SessionStore } from '#web/lib/session/session-store.ts'
import { useSessionStore } from '#web/lib/session/session.tsx'

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

type Live = { key: string; total: number | null }

/**
 * The current total of the list with this query, streamed by the server while the page is visible;
 * null until known. A page in the background holds no connection, because other pages may need it.
 */
export function useLiveTotal(
  query: Readonly<Record<string, string | undefined>>,
  isOn = true,
): number | null {
  const session = useSessionStore()
  const key = queryText(query)
  const [live, setLive] = useState<Live>({ key, total: null })
  useEffect(() => {
    if (!isOn) return
    return whileVisible((signal) =>
      followTotal(`${followStores.path}?${key}`, session, signal, (total) =>
        setLive({ key, total }),
      ),
    )
  }, [key, isOn, session])
  return live.key === key ? live.total : null
}

/** As part of an address, without what is not set. */
export function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) params.set(name, value)
  return params.toString()
}

/**
 * Runs while the page is visible, and restarts each time it becomes visible again. @returns a
 * function that ends it
 */
function whileVisible(run: (signal: AbortSignal) => Promise<void>): () => void {
  let current: AbortController | undefined
  const restart = () => {
    current?.abort()
    current = undefined
    if (document.visibilityState !== 'visible') return
    current = new AbortController()
    void run(current.signal)
  }
  document.addEventListener('visibilitychange', restart)
  restart()
  return () => {
    document.removeEventListener('visibilitychange', restart)
    current?.abort()
  }
}

/**
 * Streams end after some minutes and connections break. Opens the next stream each time, with a
 * longer delay after each failure.
 */
export async function followTotal(
  path: string,
  session: Pick<SessionStore, 'token' | 'check'>,
  signal: AbortSignal,
  onTotal: (total: number) => void,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const token = session.token()
    if (token === null) return
    try {
      for await (const value of readEvents(path, { token, signal })) {
        const parsed = StoreTotal.safeParse(value)
        if (!parsed.success || signal.aborted) continue
        onTotal(parsed.data.total)
        waitMs = FIRST_WAIT_MS
      }
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500) {
        // A stream may be the first to learn that session or plan ended. The check signs out or
        // loads the new role.
        if (error.status === 401 || error.status === 403) void session.check()
        return
      }
    }
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }
}
