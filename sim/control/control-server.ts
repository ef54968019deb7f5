import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProductOrder } from '../shop-platform/product-life.ts'
import type { World } from '../world.ts'
import { FAILURE_MODES, type FailureMode } from './failures.ts'

export type ControlServer = AsyncDisposable & { port: number }

const MOST_BODY_BYTES = 64 * 1024

/**
 * Plain HTTP on loopback for tests and demos: read the truth, launch and close stores, break hosts,
 * move the clock.
 */
export async function startControlServer(
  world: Omit<World, 'control' | typeof Symbol.asyncDispose>,
  port: number,
): Promise<ControlServer> {
  const server = createServer((request, response) => {
    handle(world, request, response).catch((error: unknown) => {
      if (!response.headersSent)
        reply(response, 400, { error: error instanceof Error ? error.message : String(error) })
      else response.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

type Controlled = Omit<World, 'control' | typeof Symbol.asyncDispose>

async function handle(
  world: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://control')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /control/state') return reply(response, 200, world.describe())
  if (route === 'GET /control/truth')
    return replyTruth(world, url.searchParams.get('host'), response)
  if (route === 'GET /control/strays') return replyLines(response, world.strays())
  if (route === 'GET /control/requests')
    return reply(response, 200, world.requests(Number(url.searchParams.get('since') ?? 0)))
  if (request.method !== 'POST') return reply(response, 404, { error: `no ${route}` })
  const body = await readBody(request)
  switch (url.pathname) {
    case '/control/launch':
      return reply(response, 200, world.launch(optionalText(body, 'name')))
    case '/control/fail':
      return reply(response, 200, orderFailure(world, body))
    case '/control/open':
      return reply(response, 200, world.switchHost(text(body, 'host'), 'open'))
    case '/control/close':
      return reply(response, 200, world.switchHost(text(body, 'host'), 'closed'))
    case '/control/product':
      return reply(
        response,
        200,
        world.orderProduct(
          text(body, 'host').toLowerCase(),
          text(body, 'handle'),
          productOrder(body),
        ),
      )
    case '/control/clock':
      return reply(response, 200, world.advanceClock(positiveNumber(body, 'advanceMs')))
    default:
      return reply(response, 404, { error: `no ${route}` })
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))
}

function replyTruth(world: Controlled, host: string | null, response: ServerResponse): void {
  if (host !== null) {
    const truth = world.truth(host.toLowerCase())
    return reply(response, truth ? 200 : 404, truth ?? { error: `no shop at ${host}` })
  }
  replyLines(response, world.truths())
}

function replyLines(response: ServerResponse, lines: Iterable<unknown>): void {
  response.writeHead(200, { 'content-type': 'application/jsonl; charset=utf-8' })
  for (const line of lines) response.write(`${JSON.stringify(line)}\n`)
  response.end()
}

function orderFailure(world: Controlled, body: Body): unknown {
  const mode = FAILURE_MODES.find((known) => known === text(body, 'mode'))
  if (!mode) throw new Error(`mode must be one of ${FAILURE_MODES.join(', ')}`)
  const times = body['times'] === undefined ? null : positiveNumber(body, 'times')
  const seconds = body['seconds'] === undefined ? null : positiveNumber(body, 'seconds')
  return world.fail(text(body, 'host').toLowerCase(), mode satisfies FailureMode, {
    times,
    seconds,
  })
}

type Body = Record<string, unknown>

/** `soldOut` and `priceFactor`; the seed decides every value that is missing. */
function productOrder(body: Body): ProductOrder {
  const { soldOut } = body
  if (soldOut !== undefined && typeof soldOut !== 'boolean')
    throw new Error('soldOut must be true or false')
  return {
    ...(soldOut !== undefined && { isSoldOut: soldOut }),
    ...(body['priceFactor'] !== undefined && { priceFactor: positiveNumber(body, 'priceFactor') }),
  }
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let bytes = ''
  for await (const part of request) {
    bytes += String(part)
    if (bytes.length > MOST_BODY_BYTES) throw new Error('the body is too long')
  }
  const parsed: unknown = bytes === '' ? {} : JSON.parse(bytes)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('the body must be a JSON object')
  return { ...parsed }
}

function text(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${name} must be text`)
  return value.trim()
}

const optionalText = (body: Body, name: string): string | undefined =>
  body[name] === undefined ? undefined : text(body, name)

function positiveNumber(body: Body, name: string): number {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
    throw new Error(`${name} must be a number above zero`)
  return value
}
