import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { serveLocally } from '#testing/serve-locally.ts'

/**
 * What nginx does by default, and Caddy with `lb_try_duration`: a request whose server cannot be
 * reached goes to the next one.
 */
export async function startBalancer(
  ports: readonly number[],
): Promise<AsyncDisposable & { origin: string; port: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let turn = 0

  function pass(
    incoming: IncomingMessage,
    response: ServerResponse,
    server = turn++,
    isSecondTry = false,
  ): void {
    const port = ports[server % ports.length]
    const { method, url: path, socket } = incoming
    const isRepeatable = method === 'GET' || method === 'HEAD'
    const headers = { 'x-forwarded-for': socket.remoteAddress, ...incoming.headers }
    const outgoing = request(
      { port, host: '127.0.0.1', method, path, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    outgoing.on('error', () => {
      if (!isSecondTry && !response.headersSent && isRepeatable)
        pass(incoming, response, server + 1, true)
      else response.writeHead(502).end()
    })
    if (isRepeatable) outgoing.end()
    else incoming.pipe(outgoing)
  }

  const served = await serveLocally(createServer((incoming, response) => pass(incoming, response)))
  return {
    port: served.port,
    origin: served.url,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await served[Symbol.asyncDispose]()
    },
  }
}
