import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { refuseTakenPort } from './ports.ts'

async function listenOn(host: string) {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return { server, port: address.port }
}

const hasIpv6 = await listenOn('::1').then(
  ({ server }) => server.close() !== undefined,
  () => false,
)
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']

test.each(addresses)('a port taken only on %s counts as in use', async (address) => {
  const { server, port } = await listenOn(address)
  await expect(refuseTakenPort('localhost', port)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  })
  server.close()
})

test('a free port and port 0 pass', async () => {
  const { server, port } = await listenOn('127.0.0.1')
  server.close()
  await once(server, 'close')
  await expect(refuseTakenPort('localhost', port)).resolves.toBeUndefined()
  await expect(refuseTakenPort('localhost', 0)).resolves.toBeUndefined()
})
