import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '#server/platform/config.ts'
import { redactTokens } from '#server/platform/redact-tokens.ts'
import type { SpanAttributes, SpanOptions, Tracing } from './tracing.ts'

type Settings = Pick<Config, 'TRACES_SAMPLE' | 'ROLES'> & { TRACES_URL: string }

const EXPORT_WITHIN_MS = 3_000
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Sends spans to an OpenTelemetry collector. One that does not answer costs its spans, nothing
 * else.
 */
export function createOtlpTracing(settings: Settings): Tracing {
  const provider = createProvider(settings)
  const tracer = provider.getTracer('storedawn')
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const start = (
    name: string,
    { kind = 'internal', attributes = {}, parent }: SpanOptions,
    startTime?: Date,
  ) =>
    tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: withoutTokens(attributes), ...(startTime && { startTime }) },
      parent === undefined ? context.active() : contextOf(parent),
    )
  return {
    open(name, options) {
      const span = start(name, options)
      return {
        enter: (work) => context.with(trace.setSpan(context.active(), span), work),
        end(name, attributes, isFailed) {
          span.updateName(name).setAttributes(withoutTokens(attributes))
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async run(name, options, work, describe) {
      const span = start(name, options)
      try {
        const result = await context.with(trace.setSpan(context.active(), span), work)
        span.setAttributes(withoutTokens(describe(result)))
        return result
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    record(name, { durationMs, isFailed, ...options }) {
      // Polling would make a trace of each statement.
      if (!trace.getSpan(context.active())) return
      const span = start(name, options, new Date(Date.now() - durationMs))
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    traceparent() {
      const current = trace.getSpan(context.active())?.spanContext()
      return current && `00-${current.traceId}-${current.spanId}-0${current.traceFlags & 1}`
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown().catch(() => undefined) // the collector may be down
      context.disable()
    },
  }
}

const withoutTokens = (attributes: SpanAttributes): SpanAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? redactTokens(value) : value,
    ]),
  )

/**
 * The share is decided by the trace's id: all processes decide alike, and a caller cannot ask to be
 * traced.
 */
function createProvider({ TRACES_URL, TRACES_SAMPLE, ROLES }: Settings): TracerProvider {
  const share = new TraceIdRatioBasedSampler(TRACES_SAMPLE)
  const exporter = new OTLPTraceExporter({ url: TRACES_URL, timeoutMillis: EXPORT_WITHIN_MS })
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'storedawn',
      'storedawn.roles': ROLES.join(','),
    }),
    sampler: new ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
}

/** The class of the error: its message may repeat a value. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: SpanStatusCode.ERROR })
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** https://www.w3.org/TR/trace-context/; an invalid header starts a new trace. */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, spanContext)
}
