import { ApiError } from '#web/api/api-error.ts'

type Options = { token: string; signal: AbortSignal; fetch?: typeof fetch }

/**
 * The values of a stream of server-sent events. `EventSource` cannot send a session token. @throws
 * ApiError when the caller may not read the stream, or no longer may
 */
export async function* readEvents(
  path: string,
  { token, signal, fetch = globalThis.fetch }: Options,
): AsyncGenerator<unknown> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
  const response = await fetch(path, { headers, signal })
  if (!response.ok || !response.body)
    throw new ApiError('stream_refused', '', { status: response.status, requestId: null })
  const text = response.body.pipeThrough(new TextDecoderStream())
  let rest = ''
  for await (const piece of piecesOf(text)) {
    const events = `${rest}${piece}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const value = readEvent(event)
      if (value !== undefined) yield value
    }
  }
}

const REFUSED = 'event: refused\n'

/** One line of JSON, a keep-alive comment, or the news that the session or the plan ended. */
function readEvent(event: string): unknown {
  if (event.startsWith(REFUSED)) throw refusalOf(event.slice(REFUSED.length))
  if (!event.startsWith('data: ')) return undefined
  try {
    return JSON.parse(event.slice('data: '.length))
  } catch {
    return undefined
  }
}

function refusalOf(event: string): ApiError {
  const status = event.includes('"plan_required"') ? 403 : 401
  return new ApiError('stream_refused', '', { status, requestId: null })
}

/** Not every browser supports async iteration over a stream. */
async function* piecesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
