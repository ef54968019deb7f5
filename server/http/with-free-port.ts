import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '#server/config.ts'

const UNKNOWN_ORIGIN = 'http://localhost:0'

/** Decides on the port before anything starts: the links of mails name it, and they are made by whoever knows the settings alone. */
export async function withFreePort(config: Config): Promise<Config> {
  if (config.PORT !== 0 || config.PUBLIC_ORIGIN !== UNKNOWN_ORIGIN) return config
  const port = await findFreePort(config.HOST)
  return { ...config, PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}` }
}

async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('a server without a port')
  return address.port
}
