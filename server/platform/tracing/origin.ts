import { AsyncLocalStorage } from 'node:async_hooks'
import * as z from 'zod'
import { currentTraceparent } from './tracing.ts'

/** What caused a piece of work: the request, and its place in a trace. Travels with jobs and mails to other processes. */
export const Origin = z.object({ requestId: z.uuid().optional(), traceparent: z.string().optional() })
export type Origin = z.infer<typeof Origin>

const origins = new AsyncLocalStorage<Origin>()

/** The work, and everything that it starts, has this origin. */
export const runFrom = <Result>(origin: Origin, work: () => Result): Result => origins.run(origin, work)

/** Stored with queued work; null outside a request. */
export function currentOrigin(): Origin | null {
  const requestId = origins.getStore()?.requestId
  const traceparent = currentTraceparent()
  if (requestId === undefined && traceparent === undefined) return null
  return { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) }
}

export const currentRequestId = (): string | undefined => origins.getStore()?.requestId

/** The origin of stored work; empty if its form is unknown. */
export const readOrigin = (stored: unknown): Origin => Origin.safeParse(stored).data ?? {}
