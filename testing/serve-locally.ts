import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** @returns the port of this machine that the server listens on from now on */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: it listens on a port, not on a pipe.
  return (server.address() as AddressInfo).port
}

/** Cuts the connections that are open when it is disposed of. */
export async function serveLocally(server: HttpServer) {
  const port = await listenLocally(server)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
