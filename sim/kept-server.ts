import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * A server on the port of the last run, so that stored addresses stay valid; on any other port if
 * that one is taken. 0 = any.
 */
export async function openServer(lastPort: number) {
  const server = createServer()
  const port = await listenAgain(server, lastPort)
  return {
    port,
    serve(answer: Answer, statusOf: (error: unknown) => number = () => 400): void {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        // After a restart, a connection that a client has kept open would be dead.
        response.shouldKeepAlive = false
        answer(request, response).catch((error: unknown) => {
          if (response.headersSent) response.destroy()
          else response.writeHead(statusOf(error)).end()
        })
      })
    },
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function listenAgain(server: Server, lastPort: number): Promise<number> {
  try {
    server.listen(lastPort, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (lastPort === 0) throw error
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  // Safe: it listens on a port, not on a pipe.
  return (server.address() as AddressInfo).port
}

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk)
    if (body.length > mostBytes) throw new Error('the request is too long')
  }
  return body
}

/** Replaces the file in one step, so that a kill leaves the old one. */
export function keepFile(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
