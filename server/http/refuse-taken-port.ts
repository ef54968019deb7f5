import { connect } from 'node:net'

const ANSWERS_WITHIN_MS = 500

/**
 * `localhost` has two addresses, and a server that gets only one of them listens without complaint: a browser may then show another
 * server's pages. The check also runs before any slow startup work.
 * @throws Error with code EADDRINUSE and the port
 */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
  const taken = await Promise.all(addresses.map((address) => answers(address, port)))
  if (taken.includes(true))
    throw Object.assign(new Error(`port ${port} is in use`), { code: 'EADDRINUSE', port })
}

function answers(host: string, port: number): Promise<boolean> {
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
