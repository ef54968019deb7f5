import type { Page, Route } from '@playwright/test'

/** A refusal as the server words it. */
export const refusal = (status: number, code: string, message: string, more: object = {}) => ({
  status,
  json: { code, message, requestId: 'req-e2e', ...more },
})

/** `never`: the wait for it can be looked at. */
export type Answer = { status?: number; json?: unknown } | 'offline' | 'never'

/** Answers one call of the API in the server's place, for states that a real one cannot be brought to in a moment. */
export function answer(page: Page, path: string, given: Answer): Promise<unknown> {
  return page.route(`**${path}*`, (route: Route) => {
    if (given === 'never') return
    return given === 'offline' ? route.abort('internetdisconnected') : route.fulfill(given)
  })
}

export const PASSWORD = 'Daybreak!2026'

/** Time stands still until it is put forward, however slow the machine is. Call it before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  const startMs = Date.now()
  await page.clock.install({ time: startMs })
  await page.clock.pauseAt(startMs + 1_000)
}
