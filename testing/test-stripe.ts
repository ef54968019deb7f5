import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createStripe } from '#server/billing/provider/stripe/stripe.ts'
import { serveLocally } from '#testing/serve-locally.ts'

export type Form = { [key: string]: string | Form }
export type StripeCall = { call: string; form: Form; headers: IncomingMessage['headers'] }
/** `cut`: the request was executed, and the connection broke before the answer. */
export type StripeAnswer = { status?: number; body?: object } | 'cut'
type Answers = Record<string, StripeAnswer | ((form: Form) => StripeAnswer)>

export type TestStripe = AsyncDisposable & {
  /** For `createStripe`. */
  host: { host: string; port: number; protocol: 'http' }
  calls: StripeCall[]
  answer: (answers: Answers) => void
}

export const stripeError = (status: number, error: object = {}): StripeAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
})

/** `open`: our side of it. */
export const createStripeCalls = (stripe: TestStripe) => ({
  open: () => createStripe({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', host: stripe.host }),
  /** The forms that it received with a call. */
  asked: (call: string) => stripe.calls.filter((one) => one.call === call).map(({ form }) => form),
  keys: () => stripe.calls.map(({ headers }) => headers['idempotency-key']),
})

const EXPANDS_AT_MOST = 4

/**
 * Stripe on loopback: a test sets the answers. Enforces Stripe's rules for idempotency keys and for
 * the depth of `expand`.
 */
export async function startTestStripe(): Promise<TestStripe> {
  const calls: StripeCall[] = []
  const kept = new Map<string, { asked: string; answer: StripeAnswer }>()
  let answers: Answers = {}

  function answerOf(
    request: IncomingMessage,
    { call, form }: StripeCall,
    asked: string,
  ): StripeAnswer {
    const tooDeep = Object.values(Object(form['expand'])).find(
      (path) => String(path).split('.').length > EXPANDS_AT_MOST,
    )
    if (tooDeep) return refusal(`You cannot expand more than 4 levels: ${String(tooDeep)}`)
    const key = String(request.headers['idempotency-key'] ?? '')
    const before = request.method === 'POST' ? kept.get(key) : undefined
    if (before && before.asked !== asked)
      return stripeError(400, {
        type: 'idempotency_error',
        message: 'the key was used with other parameters',
      })
    if (before) return before.answer
    const found = answers[call]
    if (!found) return refusal(`nobody expected ${call}`)
    const answer = typeof found === 'function' ? found(form) : found
    const status = answer === 'cut' ? 200 : (answer.status ?? 200)
    // A cut-off request was executed; a conflicting one was not.
    if (key && status !== 409 && status !== 429)
      kept.set(key, {
        asked,
        answer:
          answer === 'cut' ? { body: { id: 'carried_out', url: 'https://pay.test/' } } : answer,
      })
    return answer
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname, search } = new URL(request.url ?? '', 'http://stripe.test')
      const asked = request.method === 'POST' ? body : search.slice(1)
      const call = {
        call: `${request.method} ${pathname}`,
        form: readForm(asked),
        headers: request.headers,
      }
      calls.push(call)
      send(response, answerOf(request, call, `${call.call} ${asked}`))
    })
  })
  const served = await serveLocally(server)
  return {
    ...served,
    host: { host: '127.0.0.1', port: served.port, protocol: 'http' },
    calls,
    answer(next) {
      answers = next
      calls.length = 0
    },
  }
}

const refusal = (message: string) => stripeError(400, { message })

function send(response: ServerResponse, answer: StripeAnswer): void {
  if (answer === 'cut') return void response.destroy()
  response.writeHead(answer.status ?? 200, {
    'content-type': 'application/json',
    'request-id': 'req_test',
  })
  response.end(JSON.stringify(answer.body ?? {}))
}

/** `a[0][b]=1` → { a: { 0: { b: '1' } } } */
function readForm(encoded: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const keys = name.split(/\[|\]\[?/).filter((key) => key !== '')
    const last = keys.pop() ?? ''
    let at = form
    for (const key of keys) at = inside(at, key)
    at[last] = value
  }
  return form
}

function inside(form: Form, key: string): Form {
  const found = form[key]
  if (typeof found === 'object') return found
  const made: Form = {}
  form[key] = made
  return made
}
