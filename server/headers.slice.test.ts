import { describe, expect, test } from 'vitest'
import { createPageCache } from '#server/site/api.ts'
import type { PageRenderer } from '#server/site/pages/render.ts'
import { useTestApp } from '#testing/shared-app.ts'
import type { Answer } from '#testing/test-app.ts'

const app = useTestApp(() => ({
  renderer: createPageCache({ isShell: () => false, keyOf: () => null, render: renderExample }),
}))

const renderExample: PageRenderer['render'] = async ({ nonce, url }) => ({
  status: url.startsWith('/missing') ? 404 : 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
  html: `<!doctype html><script nonce="${nonce}">0</script>`,
  isCacheable: true,
  sameAs: null,
})

describe('headers of every kind of answer', () => {
  const kinds: [string, () => Promise<Answer>][] = [
    ['a page', () => app.anonymous('/')],
    ['a missing page', () => app.anonymous('/missing')],
    ['a public call', () => app.anonymous('/api/public/stats')],
    ['a private call', async () => (await app.as('PRO_USER')).send('/api/stores')],
    ['a refusal', () => app.anonymous('/api/stores')],
    ['a missing call', () => app.anonymous('/api/nothing')],
    ['a wrong method', () => app.anonymous({ method: 'DELETE', url: '/api/stores' })],
    ['a missing file', () => app.anonymous('/assets/nothing.js')],
    ['an address that is none', () => app.anonymous('/%zz')],
    ['a parameter that is too long', () => app.anonymous(`/api/stores/details/${'a'.repeat(400)}`)],
    ['the health check', () => app.anonymous('/health')],
    ['the description of the API', () => app.anonymous('/api/openapi.json')],
  ]

  test.each(kinds)('%s', { tags: ['check-62'] }, async (_kind, ask) => {
    const { headers } = await ask()
    const policy = String(headers['content-security-policy'])
    const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1]
    const [, scripts = ''] = /script-src 'self' ([^;]+)/.exec(policy) ?? []
    expect(nonce).toBeDefined()
    expect(scripts === `'nonce-${nonce}'` || /^'sha256-[^']{44}'$/.test(scripts)).toBe(true)
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        `img-src 'self' data:`,
        `connect-src 'self'`,
        `font-src 'self'`,
        `object-src 'none'`,
        `base-uri 'none'`,
        `frame-ancestors 'none'`,
      ]),
    )
    expect(policy).not.toMatch(/unsafe|\*/)
    const [, seconds] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  test('each refusal as a page gets a fresh nonce, which its style carries', async () => {
    const ask = () => app.anonymous({ url: '/assets/nothing.js', headers: { accept: 'text/html' } })
    const nonceOf = ({ body }: Answer) => /<style nonce="([^"]+)">/.exec(body)?.[1]
    const [first, second] = [await ask(), await ask()]
    expect(first.headers['content-security-policy']).toContain(
      `script-src 'self' 'nonce-${nonceOf(first)}'`,
    )
    expect(nonceOf(first)).not.toBe(nonceOf(second))
  })

  test('pages whose address holds a secret send no referrer', async () => {
    for (const url of [
      '/reset-password?token=x',
      '/password-reset',
      '/email-verification?token=x',
      '/anything?token=x',
    ]) {
      const { headers } = await app.anonymous(url)
      expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer'])
    }
  })

  test('a foreign origin gets no CORS headers', { tags: ['check-31'] }, async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await app.anonymous({ method, url: '/api/public/stats', headers })
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    }
  })
})
