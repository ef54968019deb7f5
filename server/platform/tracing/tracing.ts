import { AsyncLocalStorage } from 'node:async_hooks'
import * as z from 'zod'
import type { Config } from '#server/platform/config.ts'

export type SpanAttributes = Record<string, string | number>
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'
export type SpanOptions = {
  kind?: SpanKind
  /** Never an address, a token or user input. */
  attributes?: SpanAttributes
  /** W3C `traceparent`; without it the span belongs to the current one. */
  parent?: string | undefined
}

export type OpenSpan = {
  enter: (work: () => void) => void
  end: (name: string, attributes: SpanAttributes, isFailed: boolean) => void
}

/** What tracing needs of a library; `otlp-tracing.ts` has the only one. */
export type Tracing = AsyncDisposable & {
  open: (name: string, options: SpanOptions) => OpenSpan
  run: <Result>(
    name: string,
    options: SpanOptions,
    work: () => Promise<Result>,
    describe: (result: Result) => SpanAttributes,
  ) => Promise<Result>
  /** A span that ends now. */
  record: (name: string, options: SpanOptions & { durationMs: number; isFailed: boolean }) => void
  traceparent: () => string | undefined
}

/**
 * One for the process, as the library's own context is: statements and log lines belong to whatever
 * caused them. Null = off.
 */
let installed: Tracing | null = null

/** Loads the library only if `TRACES_URL` is set. */
export async function openTracing(
  config: Pick<Config, 'TRACES_URL' | 'TRACES_SAMPLE' | 'ROLES'>,
): Promise<AsyncDisposable | null> {
  if (!config.TRACES_URL) return null
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  const tracing = createOtlpTracing({ ...config, TRACES_URL: config.TRACES_URL })
  installed = tracing
  return {
    async [Symbol.asyncDispose]() {
      installed = null
      await tracing[Symbol.asyncDispose]()
    },
  }
}

export const openSpan = (name: string, options: SpanOptions): OpenSpan | null =>
  installed?.open(name, options) ?? null

export const traced = <Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
  describe: (result: Result) => SpanAttributes = () => ({}),
): Promise<Result> => (installed ? installed.run(name, options, work, describe) : work())

const FIRST_WORD = /^\s*(\w+)/

/** The text has no values in it: those are parameters. */
export function recordStatement(text: string, durationMs: number, isFailed: boolean): void {
  if (!installed) return
  const verb = FIRST_WORD.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  installed.record(verb, { kind: 'client', attributes, durationMs, isFailed })
}

export const currentTraceparent = (): string | undefined => installed?.traceparent()

export const currentTraceId = (): string | undefined => currentTraceparent()?.split('-')[1]

/**
 * What caused a piece of work: the request, and its place in a trace. Travels with jobs and mails
 * to other processes.
 */
export const Origin = z.object({
  requestId: z.uuid().optional(),
  traceparent: z.string().optional(),
})
export type Origin = z.infer<typeof Origin>

const origins = new AsyncLocalStorage<Origin>()

/** The work, and everything that it starts, has this origin. */
export const runFrom = <Result>(origin: Origin, work: () => Result): Result =>
  origins.run(origin, work)

/** Stored with queued work; null outside a request. */
export function currentOrigin(): Origin | null {
  const requestId = origins.getStore()?.requestId
  const traceparent = currentTraceparent()
  return requestId === undefined && traceparent === undefined ? null : { requestId, traceparent }
}

export const currentRequestId = (): string | undefined => origins.getStore()?.requestId

/** The origin of stored work; empty if its form is unknown. */
export const readOrigin = (stored: unknown): Origin => Origin.safeParse(stored).data ?? {}
