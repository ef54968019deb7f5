import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '#testing/shared-app.ts'
import { type Answer, codeOf, startTestApp } from '#testing/test-app.ts'

const app = useTestApp()

describe('refusals', () => {
  const post = (payload: string, contentType = 'application/json') =>
    app.anonymous({
      method: 'POST',
      url: '/api/auth/email-signin',
      headers: { 'content-type': contentType },
      payload,
    })

  test.each<[string, number, string, () => Promise<Answer>]>([
    ['an unknown call', 404, 'not_found', () => app.anonymous('/api/nothing')],
    [
      'an unknown call with a body',
      404,
      'not_found',
      () => app.anonymous({ method: 'POST', url: '/api/nothing', payload: { a: 1 } }),
    ],
    [
      'a call dressed as a style sheet',
      404,
      'not_found',
      () => app.anonymous('/api/users/profile/x.css'),
    ],
    [
      'a known call dressed as a style sheet',
      404,
      'not_found',
      () => app.anonymous('/api/auth/me/x.css'),
    ],
    ['a missing file', 404, 'not_found', () => app.anonymous('/assets/x.js')],
    [
      'a wrong method',
      405,
      'method_not_allowed',
      () => app.anonymous({ method: 'DELETE', url: '/api/stores' }),
    ],
    [
      'TRACE',
      405,
      'method_not_allowed',
      () => app.anonymous({ method: 'TRACE' as 'GET', url: '/api/stores' }),
    ],
    [
      'an unknown method',
      405,
      'method_not_allowed',
      () => app.anonymous({ method: 'PROPFIND' as 'GET', url: '/api/stores' }),
    ],
    [
      'a form sent to a page',
      405,
      'method_not_allowed',
      () => app.anonymous({ method: 'POST', url: '/pricing', payload: 'a=b' }),
    ],
    [
      'JSON as text',
      415,
      'unsupported_media_type',
      () => post('{"email":"a@b.c","password":"x"}', 'text/plain'),
    ],
    [
      'a form',
      415,
      'unsupported_media_type',
      () => post('email=a', 'application/x-www-form-urlencoded'),
    ],
    [
      'a body above 1 MiB',
      413,
      'payload_too_large',
      () => post(JSON.stringify({ email: 'x'.repeat(1024 * 1024) })),
    ],
    ['half a body', 400, 'invalid_request', () => post('{"email":')],
    ['an empty body', 400, 'invalid_request', () => post('')],
    ['a body of null', 400, 'invalid_request', () => post('null')],
    [
      'a poisoned prototype',
      400,
      'invalid_request',
      () => post('{"__proto__":{"role":"PRO_USER"},"email":"a@b.c","password":"x"}'),
    ],
    [
      'NUL in a field',
      400,
      'invalid_request',
      () => post('{"email":"a\\u0000@b.c","password":"x"}'),
    ],
    ['an address that is none', 400, 'invalid_request', () => app.anonymous('/%zz')],
  ])(
    '%s is %i %s',
    { tags: ['check-31', 'check-34', 'check-63', 'check-95'] },
    async (_what, status, code, ask) => {
      const answer = await ask()
      expect(codeOf(answer)).toEqual([status, code])
      const { message, requestId, field, ...rest } = answer.json()
      expect(rest).toEqual({ code })
      expect(message).not.toBe(code)
      expect(requestId).toBe(answer.headers['x-request-id'])
      expect(typeof field).toMatch(/string|undefined/)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  test('a wrong method gets the allowed ones in the Allow header', async () => {
    expect((await app.anonymous({ method: 'PUT', url: '/api/auth/me' })).headers['allow']).toBe(
      'GET, HEAD',
    )
    expect((await app.anonymous('/api/auth/logout')).headers['allow']).toBe('POST')
  })

  test('the message is in the requested language', async () => {
    const message = async (language: string) =>
      (await app.anonymous({ url: '/api/stores', headers: { 'accept-language': language } })).json()
        .message
    const messages = await Promise.all(['en', 'tr', 'es-MX', 'fr', 'de-AT', 'pt-BR'].map(message))
    expect(new Set(messages).size).toBe(6)
    expect(await message('xx')).toBe(messages[0])
  })

  test('access is checked before the body is read', async () => {
    const answer = await app.anonymous({
      method: 'POST',
      url: '/api/auth/logout',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(401)
  })

  test(
    'a bug shows no detail to the caller and full detail in the log',
    { tags: ['check-95'] },
    async () => {
      await using broken = await startTestApp()
      const { ctx } = broken
      ctx.testLog.expectError('request.failed')
      await sql`alter table trend_scores rename to hidden`.execute(ctx.db)
      const answer = await broken.anonymous('/api/public/stats')
      expect(answer.statusCode).toBe(500)
      expect(Object.keys(answer.json()).toSorted()).toEqual(['code', 'message', 'requestId'])
      expect(answer.body).not.toMatch(/trend_scores|relation|select|at |\.ts/i)
      const logged = ctx.testLog.entries.find(({ event }) => event === 'request.failed')
      expect(logged).toMatchObject({ level: 'error', requestId: answer.json().requestId })
      expect(JSON.stringify(logged)).toContain('trend_scores')
    },
  )

  test('a page that fails to render becomes an error page', async () => {
    await using broken = await startTestApp({
      renderer: { render: async () => Promise.reject(new Error('secret detail')) },
    })
    broken.ctx.testLog.expectError('request.failed')
    const answer = await broken.anonymous({
      url: '/pricing',
      headers: { accept: 'text/html', 'accept-language': 'de' },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain(String(answer.headers['x-request-id']))
    expect(answer.body).not.toContain('secret detail')
  })
})
