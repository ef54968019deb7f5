import type { StoreId } from '#contracts/ids.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { KeptLedger } from './kept-ledger.ts'

/** `code` is the status, or the network error. */
export type Call = {
  what: string
  startedMs: number
  endedMs: number
  code: number | string
  isWrite: boolean
}

type Person = { token: string }
type Parts = { origin: string; people: Person[]; ledger: KeptLedger; storeIds: StoreId[] }

const ASK_WITHIN_MS = 30_000
const Saved = z.object({ id: z.int() })

/** One call of the mix: half of them reads, half writes. No call is retried. */
export function createAsking({ origin, people, ledger, storeIds }: Parts) {
  const tokenOf = (index: number) => people[index % people.length]?.token ?? ''
  const reads: ((number: number) => string)[] = [
    () => '/api/stores?size=20&scope=all',
    () => '/api/saved-stores',
    (number) => `/api/stores/details/${storeIds[number % storeIds.length]}`,
    () => '/api/users/preferences',
    () => '/api/stores/facets?scope=all&groups=country,category',
  ]

  async function ask(what: string, token: string, init: RequestInit = {}) {
    const startedMs = performance.now()
    const isWrite = init.method !== undefined
    const path = what.slice(what.indexOf('/'))
    const done = (code: Call['code']): Call => ({
      what,
      startedMs,
      endedMs: performance.now(),
      code,
      isWrite,
    })
    try {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(init.body && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(origin + path, {
        ...init,
        headers,
        signal: AbortSignal.timeout(ASK_WITHIN_MS),
      })
      const body: unknown = await answer.json()
      return { call: done(answer.status), body }
    } catch (error) {
      return { call: done(describe(error)), body: null }
    }
  }

  /** Cycles through the stages of a pair: save, change the notes, remove, save again. */
  async function write(number: number): Promise<Call> {
    const pair = ledger.take()
    const { kept } = pair
    const letsGo = kept !== null && kept.notes.startsWith('changed')
    const notes = `${kept ? 'changed' : 'saved'} ${number} ${randomUUID()}`
    const { call, body } = letsGo
      ? await ask(`DELETE /api/saved-stores/${kept.id}`, tokenOf(pair.user), { method: 'DELETE' })
      : await ask('POST /api/saved-stores', tokenOf(pair.user), {
          method: 'POST',
          body: JSON.stringify({ storeId: pair.storeId, notes }),
        })
    if (call.code === 200) pair.kept = letsGo ? null : { id: Saved.parse(body).id, notes }
    else pair.maybe = letsGo ? null : notes
    // If the result is unknown, the pair is never written again, so that the final comparison stays
    // exact.
    if (call.code === 200) ledger.giveBack(pair)
    return call
  }

  return (number: number): Promise<Call> => {
    if (number % 2 === 0) return write(number)
    const path = reads[((number - 1) / 2) % reads.length]?.(number) ?? ''
    return ask(`GET ${path}`, tokenOf(number)).then(({ call }) => call)
  }
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error
    ? ((cause as NodeJS.ErrnoException).code ?? cause.message)
    : String(cause)
}
