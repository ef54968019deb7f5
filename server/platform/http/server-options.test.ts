import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { serverOptions } from './server-options.ts'

test(
  'no client can hold an idle connection for more than half a minute',
  { tags: ['check-45'] },
  async () => {
    const app = Fastify(
      serverOptions(pino({ level: 'silent' }), {
        TRUST_PROXY: [],
        PUBLIC_ORIGIN: 'http://localhost:0',
      }),
    )
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server
    for (const limitMs of [headersTimeout, requestTimeout, timeout]) {
      expect(limitMs).toBeGreaterThan(0)
      expect(limitMs).toBeLessThanOrEqual(30_000)
    }
    expect(keepAliveTimeout).toBeGreaterThan(0)
    expect(app.initialConfig).toMatchObject({ bodyLimit: 1024 * 1024, handlerTimeout: 15_000 })
    await app.close()
  },
)
