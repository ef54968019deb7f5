import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerPages } from './answer-pages.ts'
import { keepBooks, readBooks } from './kept-books.ts'
import { NotKnown, openDesk, type Desk } from './desk.ts'
import type { PaymentEvent } from './ledger-types.ts'
import { answerApi, type Portals } from './payment-api.ts'
import { settleDue } from './subscriptions.ts'
import { bodyOf, signatureOf, startWebhooks, type WebhookSender } from './webhooks.ts'
import { openServer, readBody } from '#sim/kept-server.ts'

const MOST_BODY_BYTES = 64 * 1024
const TICK_MS = 1_000

export type PaymentPage = AsyncDisposable & {
  /** Data that a shop needs. */
  address: { url: string; secretKey: string; webhookSecret: string }
  desk: Desk
  /** An event as it would be sent now, for tests that deliver it by hand. */
  sign: (event: PaymentEvent, atMs?: number) => { body: string; signature: string }
}

/**
 * A hosted checkout with subscriptions, invoices and a portal. The folder keeps address, keys and
 * books, so that everything continues after a restart. Events are sent automatically, unless
 * `holdsEvents` is set: then they stay in `desk.books.outbox`.
 */
export async function startPaymentPage({
  dataDir,
  now = () => Date.now(),
  holdsEvents = false,
}: {
  dataDir: string
  now?: () => number
  holdsEvents?: boolean
}): Promise<PaymentPage> {
  const kept = readBooks(dataDir)
  const { books, secretKey, webhookSecret } = kept
  const server = await openServer(kept.port)
  kept.port = server.port
  const url = `http://127.0.0.1:${kept.port}`
  const save = (): void => keepBooks(dataDir, kept)
  save()
  let sender: WebhookSender | null = null
  const desk = openDesk({ books, origin: url, now, save, onEvent: () => sender?.wake() })
  if (!holdsEvents) sender = startWebhooks({ books, webhookSecret, now, onChange: save })
  const ticking = holdsEvents ? undefined : setInterval(() => settleDue(desk), TICK_MS)
  server.serve(answerWith({ desk, secretKey, portals: new Map() }), (error) =>
    error instanceof NotKnown ? 404 : 400,
  )
  return {
    address: { url, secretKey, webhookSecret },
    desk,
    sign(event, atMs = now()) {
      const body = bodyOf(event)
      return { body, signature: signatureOf(body, webhookSecret, atMs) }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await sender?.[Symbol.asyncDispose]()
      await server.close()
      save()
    },
  }
}

type Parts = { desk: Desk; secretKey: string; portals: Portals }

const newToken = (): string => randomBytes(18).toString('hex')

function answerWith(
  parts: Parts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', parts.desk.origin)
    const method = request.method ?? 'GET'
    const body = method === 'POST' ? await readBody(request, MOST_BODY_BYTES) : ''
    if (path.startsWith('/api/')) return sendApi(parts, response, { request, method, path, body })
    const nonce = randomBytes(16).toString('base64')
    const form = method === 'POST' ? new URLSearchParams(body) : null
    const answer = answerPages({ ...parts, nonce }, { path, form })
    if (!answer)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
    if (answer.kind === 'go')
      return void response
        .writeHead(303, { location: answer.to, 'cache-control': 'no-store' })
        .end()
    response
      .writeHead(answer.status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // Browsers check form-action again when the form's response redirects to another site.
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; form-action 'self' ${answer.leadsTo ?? ''}; base-uri 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .end(answer.html)
  }
}

type ApiCall = { request: IncomingMessage; method: string; path: string; body: string }

function sendApi(
  parts: Parts,
  response: ServerResponse,
  { request, method, path, body }: ApiCall,
): void {
  const { status, body: answer } = isFromShop(request, parts.secretKey)
    ? answerApi({ ...parts, newToken }, method, path, body === '' ? {} : JSON.parse(body))
    : { status: 401, body: {} }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function isFromShop(request: IncomingMessage, secretKey: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${secretKey}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
