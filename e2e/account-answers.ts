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
export const profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  pictureUrl: null,
  pendingEmail: null,
  hasPassword: true,
}
export const session = {
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
  isCurrent: true,
  browser: 'Firefox',
  system: 'Windows',
  kind: 'desktop',
  rememberMe: false,
  createdAt: '2026-11-20T08:00:00.000Z',
  lastUsedAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T20:00:00.000Z',
}

/**
 * Freezes time until the test advances it, so that the speed of the machine does not matter. Call
 * it before opening the page.
 */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.now()
  await page.clock.install({ time: startMs })
  await page.clock.pauseAt(startMs + 1_000)
}
