import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { refuseTakenPort, withFreePort } from './ports.ts'

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

test('with port 0, links in mails name the port actually taken', async () => {
  const { PORT, PUBLIC_ORIGIN } = await withFreePort(parseConfig({ PORT: '0' }))
  expect(PORT).toBeGreaterThan(0)
  expect(PUBLIC_ORIGIN).toBe(`http://localhost:${PORT}`)
})

test.each([
  ['localhost', 'http://localhost'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['::1', 'http://[::1]'],
  ['0.0.0.0', 'http://localhost'],
])('links lead to the address that is printed for HOST=%s', async (HOST, origin) => {
  expect(parseConfig({ HOST, PORT: '3000' }).PUBLIC_ORIGIN).toBe(`${origin}:3000`)
  const { PORT, PUBLIC_ORIGIN } = await withFreePort(parseConfig({ HOST, PORT: '0' }))
  expect(PUBLIC_ORIGIN).toBe(`${origin}:${PORT}`)
})

test.each([{ PORT: '3000' }, { PORT: '0', PUBLIC_ORIGIN: 'https://storedawn.example' }])(
  'explicit settings stay unchanged: %o',
  async (settings) => {
    const config = parseConfig(settings)
    expect(await withFreePort(config)).toBe(config)
  },
)
