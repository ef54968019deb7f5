import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** On the port of the last time, so that addresses which others keep still lead here; on any other one where that is taken. 0 = any. */
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
