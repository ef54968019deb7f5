import type { Server } from 'node:http'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import { listenLocally } from '#testing/serve-locally.ts'
import type { TestContext } from '#testing/test-context.ts'

/** What discovery reaches hosts with; every request arrives at this server of the machine. */
export async function createClientsTo(server: Server, ctx: TestContext) {
  const config = {
    ...ctx.config,
    CONNECT_TO: `:80:127.0.0.1:${await listenLocally(server)}`,
    DNS_SERVERS: ['127.0.0.1:1'],
    PROBE_HOST_GAP_MS: 0,
  }
  return createExternalClients(
    // With a running clock, which the gap between two requests needs.
    { ...ctx, config, now: () => new Date() },
    {
      transport: {
        resolveHost: (resolve) => resolve,
        // The server speaks no TLS; an address instead of a name needs no look-up.
        fetch: (fetch) => (request) =>
          fetch({ ...request, url: request.url.replace('https://', 'http://') }),
      },
    },
  )
}
