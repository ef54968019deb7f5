import { signIn } from '#testing/demo-client.ts'
import { codeAt } from '#testing/operator-calls.ts'

export const OPERATOR = {
  email: 'operator@demo.storedawn.test',
  key: 'STOREDAWNDEMOKEYSTOREDAWNDEMOKEY',
}

/**
 * A code is valid for half a minute, and each works once: the next one is accepted before its time.
 */
const STEP_MS = 30_000

/** @returns the token of a session whose console is open for an hour */
export async function openConsole(origin: string): Promise<string> {
  const { token } = await signIn(origin, OPERATOR.email)
  for (const aheadMs of [0, STEP_MS]) {
    const code = codeAt(OPERATOR.key, new Date(Date.now() + aheadMs))
    const answer = await fetch(`${origin}/api/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ code }),
    })
    if (answer.ok) return token
  }
  throw new Error('the operator console did not open')
}

/** No worker needs the console for longer. */
const ENOUGH_MS = 20 * 60_000

/** The console that the global set-up opened, or a new one when its hour is nearly over. */
export async function useConsole(origin: string, token: string | undefined): Promise<string> {
  if (token === undefined) return openConsole(origin)
  const answer = await fetch(`${origin}/api/operator/session`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { until = null } = (await answer.json()) as { until?: string | null }
  const leftMs = until === null ? 0 : Date.parse(until) - Date.now()
  return leftMs > ENOUGH_MS ? token : openConsole(origin)
}
