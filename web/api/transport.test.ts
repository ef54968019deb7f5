import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { type ApiRequest, createFetchTransport } from '#web/api/transport.ts'

function transportOver(answer: () => Promise<Response>, token: string | null = null) {
  const fetch = vi.fn<typeof globalThis.fetch>(answer)
  const onSessionRefused = vi.fn<(token: string) => void>()
  const onRepeat = vi.fn<() => void>()
  const transport = createFetchTransport({
    onRepeat,
    fetch,
    token: () => token,
    language: () => 'de',
    onSessionRefused,
  })
  return { transport, fetch, onSessionRefused, onRepeat }
}

const GET: ApiRequest = { method: 'GET', path: '/api/x' }
const POST: ApiRequest = { ...GET, method: 'POST' }
const json = (status: number, body: unknown) => async () => Response.json(body, { status })
const errorBody = { message: 'Nein.', code: 'session_expired', requestId: 'r-1' }
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

async function sentBy(request: ApiRequest, token?: string) {
  const { transport, fetch } = transportOver(json(200, {}), token)
  await transport(request)
  const init = fetch.mock.calls[0]?.[1]
  return { body: init?.body, headers: new Headers(init?.headers) }
}

test(
  'a request carries the session token, the language and its body as JSON',
  { tags: ['roles.bearer-profile', 'roles.bearer-plans', 'calls.host', 'roles.bearer-workspace'] },
  async () => {
    const { body, headers } = await sentBy({ ...POST, body: { a: 1 } }, 'secret')
    expect(headers.get('authorization')).toBe('Bearer secret')
    expect(headers.get('accept-language')).toBe('de')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toBe('{"a":1}')
  },
)

test(
  'a request without a session and a body sends neither header',
  { tags: ['roles.open-auth'] },
  async () => {
    const { headers } = await sentBy(GET)
    expect([headers.has('authorization'), headers.has('content-type')]).toEqual([false, false])
  },
)

test('a form is sent unchanged and sets its own content type and boundary', async () => {
  const form = new FormData()
  form.set('file', new Blob(['x']))
  const { body, headers } = await sentBy({ ...POST, body: form })
  expect([body, headers.has('content-type')]).toEqual([form, false])
})

test('a refusal keeps the code, the request id, the field and the remaining attempts', async () => {
  const { transport } = transportOver(
    json(401, { ...errorBody, field: 'email', remainingAttempts: 2 }),
  )
  const error = await failure(transport(GET))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'session_expired',
    message: 'Nein.',
    status: 401,
    requestId: 'r-1',
    field: 'email',
    remainingAttempts: 2,
  })
})

test('a refused token is reported, a refusal without a token is not', async () => {
  const signedIn = transportOver(json(401, errorBody), 'old')
  await failure(signedIn.transport(GET))
  expect(signedIn.onSessionRefused).toHaveBeenCalledWith('old')
  const anonymous = transportOver(json(401, errorBody))
  await failure(anonymous.transport(GET))
  expect(anonymous.onSessionRefused).not.toHaveBeenCalled()
})

test.each(['invalid_credentials', 'identity_refused'])(
  '%s does not report the session as refused',
  async (code) => {
    const { transport, onSessionRefused } = transportOver(json(401, { ...errorBody, code }), 'good')
    await failure(transport(POST))
    expect(onSessionRefused).not.toHaveBeenCalled()
  },
)

test.each([
  [
    { message: 'The site is down for maintenance until noon.' },
    'The site is down for maintenance until noon.',
  ],
  [
    { message: '  Too many requests from your network. ', status: 429 },
    'Too many requests from your network.',
  ],
  [{ message: '<b>Bad gateway</b>' }, ''],
  [{ message: 'Error: connect\n    at TCPConnectWrap' }, ''],
  [{ message: 'x'.repeat(301) }, ''],
  [{ message: { text: 'no' } }, ''],
  [{ error: 'no message' }, ''],
  ['just text', ''],
  [null, ''],
])(
  'an error answer without code and request id, %j, gets the message "%s"',
  async (body, message) => {
    const { transport } = transportOver(json(503, body))
    expect(await failure(transport(GET))).toMatchObject({
      code: 'overloaded',
      message,
      status: 503,
    })
  },
)

test.each([
  ['HTTP/1.1', 'Service Unavailable (maintenance)', 'Service Unavailable (maintenance)'],
  ['HTTP/2, which has none', '', 'Service Unavailable'],
])('the status text of %s is kept', async (_, statusText, kept) => {
  const { transport } = transportOver(async () =>
    Response.json(errorBody, { status: 503, statusText }),
  )
  expect(await failure(transport(GET))).toMatchObject({ statusText: kept })
})

test('a lost connection and an answer with invalid JSON get different error codes', async () => {
  const lost = transportOver(() => Promise.reject(new TypeError('fetch failed')))
  expect(await failure(lost.transport(GET))).toMatchObject({ code: 'network' })
  const broken = transportOver(
    async () => new Response('{"a":', { headers: { 'x-request-id': 'r-7' } }),
  )
  expect(await failure(broken.transport(GET))).toMatchObject({
    code: 'malformed_response',
    requestId: 'r-7',
  })
})

test('a superseded request ends as an abort, not as a failure', async () => {
  const controller = new AbortController()
  controller.abort()
  const { transport } = transportOver(() => Promise.reject(controller.signal.reason))
  expect(await failure(transport({ ...GET, signal: controller.signal }))).toMatchObject({
    name: 'AbortError',
  })
})

const busyBody = { message: 'Busy.', code: 'overloaded', requestId: 'r-1', retryAfterSeconds: 5 }

test('a request refused before it took effect is resent after the delay that the busy server asks for', async () => {
  vi.useFakeTimers()
  const answers = [json(503, { ...busyBody, isSafeToRepeat: true }), json(200, { ok: true })]
  const { transport, fetch, onRepeat } = transportOver(() => (answers.shift() ?? json(500, {}))())
  const sent = transport({ ...POST, body: { a: 1 } })
  await vi.advanceTimersByTimeAsync(4_999)
  expect([fetch.mock.calls.length, onRepeat.mock.calls.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(1_001)
  expect(await sent).toEqual({ ok: true })
  expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0])
})

test.each([
  ['a change that may have been begun', 'POST', {}],
  ['a query, which repeats itself', 'GET', { isSafeToRepeat: true }],
])('the transport does not resend %s', async (_what, method, more) => {
  const { transport, fetch } = transportOver(json(503, { ...busyBody, ...more }))
  expect(await failure(transport({ method, path: '/api/x' }))).toMatchObject({ code: 'overloaded' })
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a server that is still busy after five tries is reported, and an aborted request is not resent', async () => {
  vi.useFakeTimers()
  const { transport, fetch } = transportOver(json(503, { ...busyBody, isSafeToRepeat: true }))
  const given = failure(transport({ method: 'PUT', path: '/api/x' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await given, fetch.mock.calls.length]).toMatchObject([{ code: 'overloaded' }, 5])
  const controller = new AbortController()
  const takenBack = failure(transport({ method: 'PUT', path: '/api/x', signal: controller.signal }))
  await vi.advanceTimersByTimeAsync(100)
  controller.abort()
  expect(await takenBack).toMatchObject({ name: 'AbortError' })
  expect(fetch).toHaveBeenCalledTimes(6)
})

test('each call starts a new trace that the browser does not record', async () => {
  const { transport, fetch } = transportOver(async () => Response.json({ ok: true }))
  await transport(GET)
  await transport(GET)
  const sent = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('traceparent'))
  expect(sent).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/)),
  )
  expect(new Set(sent).size).toBe(2)
})

test(
  'a refusal without code and request id, as the specification has it, names its field too',
  { tags: ['calls.reset-password-field'] },
  async () => {
    const { transport } = transportOver(
      json(400, { field: 'confirmPassword', message: 'They differ.' }),
    )
    expect(await failure(transport(POST))).toMatchObject({
      message: 'They differ.',
      field: 'confirmPassword',
      code: 'invalid_request',
    })
  },
)

test.each([
  [400, '', 'invalid_request'],
  [409, '', 'invalid_request'],
  [500, '', 'internal'],
  [502, '<h1>Bad gateway</h1>', 'overloaded'],
])(
  'a bare refusal, %i with the body “%s”, says whose fault it is: %s',
  async (status, body, code) => {
    const { transport } = transportOver(async () => new Response(body, { status }))
    expect(await failure(transport(POST))).toMatchObject({ code, message: '' })
  },
)
