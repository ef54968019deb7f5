import { expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { withFreePort } from './ports.ts'

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
