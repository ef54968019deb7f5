import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens on the port of the last run, so that stored addresses stay valid; on any other port if
 * that one is taken. 0 = any.
 */
export async function listenAgain(server: Server, lastPort: number): Promise<number> {
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
