import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { pageRoutes } from './pages.ts'

test(
  'a missing path is logged for both GET and HEAD requests',
  { tags: ['not-found.log'] },
  async () => {
    const lines: unknown[] = []
    const server = Fastify()
    // Safe: the pages use no more of it.
    const ctx = {
      config: { PUBLIC_ORIGIN: 'https://storedawn.example', ANONYMOUS_PER_MINUTE: 0 },
      log: pino(
        { base: null, timestamp: false },
        { write: (line) => void lines.push(JSON.parse(line)) },
      ),
      now: () => new Date('2026-11-22T09:00:00Z'),
    } as unknown as Parameters<typeof pageRoutes>[0]['ctx']
    pageRoutes({ server, ctx } as Parameters<typeof pageRoutes>[0], {
      render: async ({ url }) => ({
        status: url.startsWith('/no') ? 404 : 200,
        headers: {},
        html: '',
      }),
    })
    for (const [method, url] of [
      ['GET', '/pricing'],
      ['GET', '/nowhere?email=mira%40shop.example'],
      ['HEAD', '/no/such/page'],
    ] as const)
      await server.inject({ method, url })
    await server.close()
    expect(lines).toEqual([
      { level: 30, event: 'page.missing', path: '/nowhere', msg: 'no page at this path' },
      { level: 30, event: 'page.missing', path: '/no/such/page', msg: 'no page at this path' },
    ])
  },
)
