import { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { expect, test } from 'vitest'
import { ConnectError } from './fetch-outcome.ts'
import { createGuardedConnector } from './guarded-connector.ts'

const OPTIONS = { hostname: 'shop.test', host: 'shop.test', protocol: 'https:', port: '' }

/** A connection to `remoteAddress`, regardless of the requested address. */
function socketTo(remoteAddress: string | undefined): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
}

function connect(addresses: string[], dial: buildConnector.connector, options = OPTIONS) {
  const lookup = async () => ({ kind: 'addresses' as const, addresses })
  const connector = createGuardedConnector({ lookup, connectTo: [], connectTimeoutMs: 1000, dial })
  return new Promise<Socket | Error>((resolve) =>
    connector(options, (error, socket) => resolve(error ?? socket)),
  )
}

test('the connector dials the checked address under the host’s name', async () => {
  const dialled: buildConnector.Options[] = []
  const socket = await connect(['23.227.38.65'], (options, callback) => {
    dialled.push(options)
    callback(null, socketTo('23.227.38.65'))
  })
  expect(socket).toBeInstanceOf(Socket)
  expect(dialled).toMatchObject([
    { hostname: '23.227.38.65', servername: 'shop.test', port: '443' },
  ])
})

test.each(['10.0.0.5', '::ffff:127.0.0.1', undefined])(
  'a connection whose peer turns out to be %s is dropped',
  { tags: ['check-47'] },
  async (peer) => {
    const socket = socketTo(peer)
    const result = await connect(['23.227.38.65'], (_options, callback) => callback(null, socket))
    expect(result).toBeInstanceOf(ConnectError)
    expect(result).toMatchObject({ problem: { kind: 'refused', reason: 'private_address' } })
    expect(socket.destroyed).toBe(true)
  },
)

test('the connector tries a second address when the first is unreachable, but no third', async () => {
  const dialled: string[] = []
  const unreachable: buildConnector.connector = (options, callback) => {
    dialled.push(options.hostname)
    callback(Object.assign(new Error('unreachable'), { code: 'ENETUNREACH' }), null)
  }
  const result = await connect(['2620:127:f00f:5::', '23.227.38.65', '23.227.38.32'], unreachable)
  expect(result).toMatchObject({ problem: { kind: 'failed', cause: 'connect' } })
  expect(dialled).toEqual(['2620:127:f00f:5::', '23.227.38.65'])
})

test('an IP literal is checked without a DNS query', async () => {
  const dial: buildConnector.connector = () => expect.unreachable()
  const result = await connect(['23.227.38.65'], dial, {
    ...OPTIONS,
    hostname: '[::1]',
    host: '[::1]',
  })
  expect(result).toMatchObject({ problem: { kind: 'refused', reason: 'private_address' } })
})
