import { ApiError, isApiError, retryAfterMs } from '#web/api/api-error.ts'
import { pause } from './pause.ts'

export type ApiRequest = {
  method: string
  path: string
  /** Sent as JSON, except for form data and files. */
  body?: unknown
  /** The answer is a file instead of JSON. */
  isFile?: boolean
  signal?: AbortSignal | undefined
}

/** Sends a request and resolves to the JSON of a successful response. @throws ApiError */
export type Transport = (request: ApiRequest) => Promise<unknown>

type FetchTransportOptions = {
  fetch: typeof fetch
  token: () => string | null
  language: () => string
  onSessionRefused: (token: string) => void
  /**
   * Called each time a busy server refuses a request without processing it, and we send it again.
   */
  onRepeat?: () => void
}

const MAX_REPEATS = 4

/** Repeats what a busy server refused unread; queries have their own retries. */
export function createFetchTransport({ onRepeat, ...options }: FetchTransportOptions): Transport {
  const send = createSingleTransport(options)
  return async (request) => {
    const traceparent = newTraceparent()
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await send(request, traceparent)
      } catch (error) {
        const isRefusedUnread = isApiError(error, 'overloaded') && error.isSafeToRepeat === true
        if (request.method === 'GET' || !isRefusedUnread || repeats >= MAX_REPEATS) throw error
        onRepeat?.()
        await pause(retryAfterMs(error) ?? 0, request.signal)
        request.signal?.throwIfAborted()
      }
    }
  }
}

function createSingleTransport({
  fetch,
  token,
  language,
  onSessionRefused,
}: Omit<FetchTransportOptions, 'onRepeat'>) {
  return async (
    { method, path, body, isFile = false, signal }: ApiRequest,
    traceparent: string,
  ): Promise<unknown> => {
    const bearer = token()
    const accept = isFile ? '*/*' : 'application/json'
    const headers = new Headers({ accept, 'accept-language': language() })
    headers.set('traceparent', traceparent)
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    // Only the browser knows the boundary that a form's content type names; a file has its own.
    const isReady = body instanceof FormData || body instanceof Blob
    if (body !== undefined && !isReady) headers.set('content-type', 'application/json')
    const response = await sendOver(fetch, path, {
      method,
      headers,
      ...(body !== undefined && { body: isReady ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (response.ok) return isFile ? response.blob() : readJson(response)
    const error = await refusal(response)
    if (bearer && endsSession(error)) onSessionRefused(bearer)
    throw error
  }
}

/**
 * W3C Trace Context: a trace that the retries of a call share. The server decides whether to record
 * it.
 */
const newTraceparent = () => `00-${randomHex(16)}-${randomHex(8)}-00`

const randomHex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A wrong password or identity also answers 401, which says nothing about the session. */
const endsSession = ({ status, code }: ApiError) =>
  status === 401 && code !== 'invalid_credentials' && code !== 'identity_refused'

async function sendOver(
  fetch: typeof globalThis.fetch,
  path: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    // A cancelled query is not a failure; TanStack Query recognises it by the error's name.
    if (init.signal?.aborted) throw cause
    throw new ApiError('network', '', { status: 0, requestId: null }, { cause })
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new ApiError(
      'malformed_response',
      '',
      { status: response.status, requestId: requestIdOf(response) },
      { cause },
    )
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const { status } = response
  const statusText = statusTextOf(response)
  const parsed = (await loadErrorBody())?.safeParse(body)
  if (parsed?.success) {
    const { code, message, ...details } = parsed.data
    return new ApiError(code, message, { status, statusText, ...details })
  }
  const field = plainTextOf(body, 'field')
  return new ApiError(codeOf(status), plainTextOf(body, 'message'), {
    status,
    statusText,
    requestId: requestIdOf(response),
    ...(field && { field }),
  })
}

/** Longer messages are program dumps rather than sentences for a person. */
const MAX_MESSAGE_LENGTH = 300

/** For a body as the specification or a proxy has it: one short line without markup. */
function plainTextOf(body: unknown, name: 'message' | 'field'): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : ''
  const text = typeof value === 'string' ? value.trim() : ''
  return text.length <= MAX_MESSAGE_LENGTH && !/[<>{}\p{Cc}]/u.test(text) ? text : ''
}

/** HTTP/2 and HTTP/3 send no status text. */
const PHRASES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
const statusTextOf = ({ status, statusText }: Response) =>
  statusText || (PHRASES[status] ?? String(status))

/** Only failed requests need it. If it does not load, the status code has to suffice. */
const loadErrorBody = () =>
  import('#contracts/error-body.ts').then(
    ({ ErrorBody }) => ErrorBody,
    () => null,
  )

const requestIdOf = (response: Response) => response.headers.get('x-request-id')

/** For responses of a proxy: the code that our server would have used. */
function codeOf(status: number): string {
  if (status === 401) return 'authentication_required'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'overloaded'
  return status < 500 ? 'invalid_request' : 'internal'
}
