import { writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createTestCertificate } from '#testing/discovery/test-certificate.ts'
import { startNameServer } from '#testing/name-server.ts'
import { serveLocally } from '#testing/serve-locally.ts'
import { createTempFolder } from '#testing/temp-folder.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

type Receiving = {
  received: Received[]
  status: number
  /** What the next answers hold besides. */
  answer: { headers: Record<string, string>; body: string }
  /** Called before an answer. */
  onRequest: (request: Received) => unknown
}

type WebhookReceiver = AsyncDisposable &
  Receiving & { config: Pick<Config, 'CONNECT_TO' | 'DNS_SERVERS' | 'EXTRA_CA_FILE'> }

export const newReceiving = (): Receiving => ({
  received: [],
  status: 200,
  answer: { headers: {}, body: '' },
  onRequest: () => undefined,
})

/**
 * Two names for one https server on loopback: `hooks.example` has a public address,
 * `inside.example` a private one.
 */
export async function startWebhookReceiver(receiver = newReceiving()): Promise<WebhookReceiver> {
  const { cert, key } = createTestCertificate('hooks.example', '*.hooks.example', 'inside.example')
  const server = createServer({ cert, key }, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const received = {
      path: `${request.method} ${request.headers.host}${request.url}`,
      headers: request.headers,
      body,
    }
    receiver.received.push(received)
    await receiver.onRequest(received)
    const { headers, body: answer } = receiver.answer
    response
      .writeHead(receiver.status, { location: 'https://169.254.169.254/latest', ...headers })
      .end(answer)
  })
  const served = await serveLocally(server)
  const names = await startNameServer(({ type, name }) => {
    const data = name === 'inside.example' ? '10.0.0.5' : '23.227.38.65'
    return type === 'A' ? [{ type, name, ttl: 60, data }] : []
  })
  const caFile = join(await createTempFolder('storedawn-webhooks-'), 'ca.pem')
  await writeFile(caFile, cert)
  return Object.assign(receiver, {
    config: {
      CONNECT_TO: `:443:127.0.0.1:${served.port}`,
      DNS_SERVERS: [names.address],
      EXTRA_CA_FILE: caFile,
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      names.close()
    },
  })
}
