import { expect, test } from 'vitest'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf } from '#testing/test-app.ts'

const LIMIT = 5

const app = useTestApp(() => ({
  config: { ANONYMOUS_PER_MINUTE: LIMIT },
  renderer: {
    async render({ api, url, beforeRendering }) {
      if (url.startsWith('/rare')) await beforeRendering?.()
      await api('/api/articles', 'en')
      const headers = { 'content-type': 'text/html' }
      return { status: 200, headers, html: Buffer.from('<p>Page</p>') }
    },
  },
}))

const ask = (url: string, remoteAddress: string, headers = {}) =>
  app.anonymous({ url, remoteAddress, headers })
async function useUp(remoteAddress: string) {
  for (let asked = 0; asked < LIMIT; asked += 1)
    expect((await ask(asked % 2 ? '/' : '/api/articles', remoteAddress)).statusCode).toBe(200)
}

test('beyond its share a network gets 429 for pages and public calls, with the time to retry', async () => {
  await useUp('192.0.2.1')
  const call = await ask('/api/articles', '192.0.2.1')
  expect(codeOf(call)).toEqual([429, 'rate_limited'])
  const page = await ask('/pricing', '192.0.2.1', { accept: 'text/html' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  for (const { headers } of [call, page]) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  expect((await ask('/api/articles', '192.0.2.2')).statusCode).toBe(200)
})

test('pages that only one network requests get a fifth of its share', async () => {
  const statusOf = async (url: string, network: string) => (await ask(url, network)).statusCode
  expect(await statusOf('/rare/1', '192.0.2.4')).toBe(200)
  expect(await statusOf('/rare/2', '192.0.2.4')).toBe(429)
  expect(await statusOf('/', '192.0.2.4')).toBe(200)
  expect(await statusOf('/rare/2', '192.0.2.5')).toBe(200)
})

test('addresses of one IPv6 network count together', async () => {
  await useUp('2001:db8:1:2::1')
  expect((await ask('/', '2001:db8:1:2::ffff')).statusCode).toBe(429)
  expect((await ask('/', '2001:db8:1:3::1')).statusCode).toBe(200)
})

test('members, health checks and files of the client are served to a network without a share left', async () => {
  await useUp('192.0.2.3')
  const { token } = await app.as('PRO_USER')
  const statusOf = async (url: string, headers = {}) =>
    (await ask(url, '192.0.2.3', headers)).statusCode
  expect(await statusOf('/api/stores', { authorization: `Bearer ${token}` })).toBe(200)
  expect(await statusOf('/health')).toBe(200)
  expect(await statusOf('/assets/missing.js')).toBe(404)
  expect(await statusOf('/api/stores')).toBe(401)
})
