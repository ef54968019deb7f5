import { ApiError, isApiError, retryAfterMs } from '#web/api/api-error.ts'

export type ApiRequest = {
  method: string
  path: string
  /** Sent as JSON, but for a form. */
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Sends a request and gives the JSON of a good answer. @throws ApiError */
export type Transport = (request: ApiRequest) => Promise<unknown>

type FetchTransportOptions = {
  fetch: typeof fetch
  /** The bearer, or null. */
  token: () => string | null
  language: () => string
  /** Called when a request that carried this token was refused for its sake. */
  onSessionRefused: (token: string) => void
  /** Called each time that a busy server did nothing with what was sent, which is therefore sent again. */
  onRepeat?: () => void
}

const MAX_REPEATS = 4

/** What a busy server refused before it did anything is sent again when the server asks for it. Queries repeat themselves. */
export function createFetchTransport({ onRepeat, ...options }: FetchTransportOptions): Transport {
  const send = createSingleTransport(options)
  return async (request) => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await send(request)
      } catch (error) {
        const isRefusedUnread = isApiError(error, 'overloaded') && error.isSafeToRepeat === true
        if (request.method === 'GET' || !isRefusedUnread || repeats >= MAX_REPEATS) throw error
        onRepeat?.()
        await pause(retryAfterMs(error) ?? 0, request.signal)
      }
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

function createSingleTransport({
  fetch,
  token,
  language,
  onSessionRefused,
}: Omit<FetchTransportOptions, 'onRepeat'>): Transport {
  return async ({ method, path, body, signal }) => {
    const bearer = token()
    const headers = new Headers({ accept: 'application/json', 'accept-language': language() })
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)
    // A form's type names the boundary between its parts, which only the browser knows.
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
    const response = await sendOver(fetch, path, {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    if (response.ok) return readJson(response)
    const error = await refusal(response)
    if (bearer && endsSession(error)) onSessionRefused(bearer)
    throw error
  }
}

/** A wrong password or a foreign identity is refused with 401 too, and says nothing about who asks. */
const endsSession = ({ status, code }: ApiError) =>
  status === 401 && code !== 'invalid_credentials' && code !== 'identity_refused'

async function sendOver(fetch: typeof globalThis.fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    // A superseded query is not a failure; TanStack Query tells the two apart by the error's name.
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
  return new ApiError(codeOf(status), plainMessageOf(body), {
    status,
    statusText,
    requestId: requestIdOf(response),
  })
}

/** Longer texts are dumps of a program rather than a sentence for a person. */
const MAX_MESSAGE_LENGTH = 300

/** What a proxy in front of us says in its `message`: only a short text of one line without markup. */
function plainMessageOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('message' in body)) return ''
  const message = typeof body.message === 'string' ? body.message.trim() : ''
  return message.length <= MAX_MESSAGE_LENGTH && !/[<>{}\p{Cc}]/u.test(message) ? message : ''
}

/** HTTP/2 and 3 have no status text, so the standard phrases of the refusals that we meet stand in. */
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
const statusTextOf = ({ status, statusText }: Response) => statusText || (PHRASES[status] ?? String(status))

/** Only what was refused needs it. Without a connection to fetch it by, the status has to say enough. */
const loadErrorBody = () =>
  import('#contracts/error-body.ts').then(
    ({ ErrorBody }) => ErrorBody,
    () => null,
  )

const requestIdOf = (response: Response) => response.headers.get('x-request-id')

/** For answers that are not ours, such as a proxy's: the code that our server would have used. */
function codeOf(status: number): string {
  if (status === 401) return 'authentication_required'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'overloaded'
  return 'internal'
}
