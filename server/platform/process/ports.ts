import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/platform/config.ts'
import { localOrigin } from '#server/platform/config-fields.ts'

const ANSWERS_WITHIN_MS = 500

/** Whether only this machine reaches what listens on the host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/**
 * `localhost` has two addresses, and a server that gets only one listens without complaint: a
 * browser may then show another server's pages. Also saves slow startup work.
 * @throws Error with code EADDRINUSE and the port
 */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const taken = await Promise.all(addresses.map((address) => isListening(address, port)))
  if (taken.includes(true))
    throw Object.assign(new Error(`port ${port} is in use`), { code: 'EADDRINUSE', port })
}

/** Whether something answers there within half a second. */
export function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ANSWERS_WITHIN_MS })
    const end = (isTaken: boolean) => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false)) // no listener, or no such address on this machine
    socket.once('timeout', () => end(false))
  })
}

/**
 * Chooses the port before anything starts: links in mails contain it, and their code knows only the
 * settings.
 */
export async function withFreePort(config: Config): Promise<Config> {
  if (config.PORT !== 0 || config.PUBLIC_ORIGIN !== localOrigin(config.HOST, 0)) return config
  const port = await findFreePort(config.HOST)
  return { ...config, PORT: port, PUBLIC_ORIGIN: localOrigin(config.HOST, port) }
}

export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('a server without a port')
  return address.port
}
