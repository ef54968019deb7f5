import type { Page, Route } from '@playwright/test'

export const refusal = (status: number, code: string, message: string, more: object = {}) => ({
  status,
  json: { code, message, requestId: 'req-e2e', ...more },
})

/** `never` leaves the call pending, so that a test can check the waiting state. */
export type Answer = { status?: number; json?: unknown; body?: string } | 'offline' | 'never'

/**
 * Answers one API call in place of the server, for states that the real one cannot reach quickly.
 */
export function answer(page: Page, path: string, given: Answer): Promise<unknown> {
  return page.route(`**${path}*`, (route: Route) => {
    if (given === 'never') return
    return given === 'offline' ? route.abort('internetdisconnected') : route.fulfill(given)
  })
}

export const PASSWORD = 'Daybreak!2026'

/**
 * Freezes time until the test advances it, so that the speed of the machine does not matter. Call
 * it before opening the page.
 */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.now()
  await page.clock.install({ time: startMs })
  await page.clock.pauseAt(startMs + 1_000)
}
