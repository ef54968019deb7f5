/**
 * Plain Fastify: answers with bytes and headers that the product sent before. `request-cost.ts`
 * forks it.
 */
import fastifyCompress from '@fastify/compress'
import Fastify from 'fastify'
import { constants } from 'node:zlib'

/** An answer of the product without compression. */
export type Recorded = { path: string; headers: Record<string, string>; body: string }
export type ToRaw = { answers: Recorded[] }
export type FromRaw = { origin: string }

process.once('message', async ({ answers }: ToRaw) => {
  const server = Fastify()
  await server.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
  for (const { path, headers, body } of answers)
    server.get(path, async (_request, reply) => {
      reply.headers(headers)
      return body
    })
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ origin } satisfies FromRaw)
})
process.once('disconnect', () => process.exit())
