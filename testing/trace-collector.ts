import { createServer } from 'node:http'
import * as z from 'zod'
import { serveLocally } from '#testing/serve-locally.ts'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
})
const SpanData = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })).default([]),
})
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SpanData) })) })),
})

export type CollectedSpan = Omit<z.infer<typeof SpanData>, 'attributes'> & {
  attributes: Record<string, string | number | undefined>
}
export type TraceCollector = AsyncDisposable & { url: string; spans: CollectedSpan[] }

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { resourceSpans } = Export.parse(JSON.parse(body))
    const received = resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )
    spans.push(...received.map(flatten))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const served = await serveLocally(server)
  return { ...served, url: `${served.url}/v1/traces`, spans }
}

const flatten = ({ attributes, ...span }: z.infer<typeof SpanData>): CollectedSpan => ({
  ...span,
  attributes: Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]),
  ),
})
