import { expect } from '@playwright/test'

/** The console of an operator is open. */
export type Visitor = 'anonymous' | 'guest' | 'pro' | 'plus' | 'operator'

/** Set by the global set-up. */
export function requireEnv(name: 'E2E_ORIGIN' | 'E2E_CONTROL' | 'E2E_MAILBOX'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global set-up has not run`)
  return value
}

/** Opens a store in the simulated world now; the product still has to discover it. */
export async function launchStore(name: string): Promise<void> {
  const answer = await fetch(`${requireEnv('E2E_CONTROL')}/control/launch`, {
    method: 'POST',
    body: JSON.stringify({ name }),
  })
  expect(answer.status).toBe(200)
}
