import * as z from 'zod'
import { insertUser } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'

/**
 * The API in a separate process that reports its memory: `node testing/chaos/hostile-clients.ts`
 * starts it.
 */
const app = await startTestApp()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
const { port } = z.object({ port: z.int() }).parse(app.fastify.addresses()[0])
const tokens: string[] = []
for (let count = 0; count < 20; count++) {
  const { userId } = await insertUser(app.ctx, { role: 'GUEST' })
  tokens.push((await app.openSession(userId)).token)
}

let peakBytes = 0
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
}, 20).unref()

process.on('message', async (message) => {
  if (message === 'stop') {
    await app[Symbol.asyncDispose]()
    process.exit(0)
  }
  const rssBytes = process.memoryUsage().rss
  process.send?.({ kind: 'memory', rssBytes, peakBytes: Math.max(peakBytes, rssBytes) })
  peakBytes = rssBytes
})
process.send?.({ kind: 'ready', port, tokens })
