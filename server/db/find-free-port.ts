import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that nothing listens on at this moment. */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('a server without a port')
  return address.port
}
