import { AppError } from '#server/errors.ts'

const WITHIN_MS = 8_000

export type SandboxCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** @throws AppError `billing_unavailable` from both when there is no usable answer */
export function createSandboxCalls({ url, secretKey }: { url: string; secretKey: string }): {
  ask: SandboxCall
  /** Null when the provider answers that it does not exist. */
  askMaybe: SandboxCall
} {
  const askMaybe: SandboxCall = async (method, path, body = {}) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(WITHIN_MS)
    const request = { method, headers, signal, ...(method === 'POST' && { body: JSON.stringify(body) }) }
    try {
      const answer = await fetch(new URL(path, url), request)
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`the payment page answered ${answer.status}`)
      return await answer.json()
    } catch (error) {
      throw new AppError('billing_unavailable', { cause: error })
    }
  }
  return {
    askMaybe,
    async ask(method, path, body) {
      const answer = await askMaybe(method, path, body)
      if (answer === null)
        throw new AppError('billing_unavailable', {
          cause: new Error(`the payment page does not know ${path}`),
        })
      return answer
    },
  }
}
