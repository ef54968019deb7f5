import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { insertStore } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { openSession, readShape } from './database-shape.ts'
import { digestTable } from './rows.ts'

/** The database, except that the number of copied rows arrives a while after the last of them. */
async function delayCounts(url: string): Promise<string> {
  const { port, searchParams } = new URL(url)
  const proxy = createServer((near) => {
    const far = connect(`${searchParams.get('host')}/.s.PGSQL.${port}`)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).on('end', () => near.end())
    far.on('data', async (bytes: Buffer) => {
      const start = Math.max(bytes.indexOf('COPY ') - 5, 0) // type and length stand before it
      far.pause()
      near.write(bytes.subarray(0, start))
      if (start > 0) await pause(50)
      near.write(bytes.subarray(start))
      far.resume()
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const delayed = new URL(url)
  delayed.searchParams.delete('host')
  return String(Object.assign(delayed, { hostname: '127.0.0.1', port: String(address.port) }))
}

test('rows are counted although their number arrives after the last of them', async () => {
  await using ctx = await createTestContext()
  await insertStore(ctx.db)
  await using client = await openSession(await delayCounts(ctx.config.DATABASE_URL ?? ''))
  const { tables } = await readShape(client)
  const stores = tables.filter(({ name }) => name === 'public.stores')
  for (const table of stores) expect(await digestTable(client, table)).toMatchObject({ rows: 1 })
  expect(stores).toHaveLength(1)
})
