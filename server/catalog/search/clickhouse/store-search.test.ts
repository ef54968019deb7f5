import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { connectClickHouse } from './clickhouse.ts'
import { createStoreSearch } from './store-search.ts'

const IDS = 100_000
/** Far more in all than a connection buffers. */
const PADDING = ' '.repeat(300)

/** Answers as ClickHouse would, no faster than the client reads. */
async function startServer() {
  let isIdsSent = false
  function* idLines(): Generator<string> {
    for (let id = 1; id <= IDS; id++) yield `[${id}${PADDING}]\n`
    isIdsSent = true
  }
  const server = createServer(async (request, response) => {
    const isAboutIds = (await text(request)).startsWith('select id')
    await pipeline(Readable.from(isAboutIds ? idLines() : [`[${IDS}]\n`]), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isIdsSent: () => isIdsSent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('the server has sent all ids before the first of them are used, however slowly that happens', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const serving = { generation: 1, token: '1', asOf: null, position: 0 }
  const state = { current: async () => serving }
  const { find } = createStoreSearch({ clickHouse, placement: { database: 'storedawn' }, state })
  const match = await find({ days: null, scope: 'all', choices: {} })
  const ids: number[] = []
  for await (const batch of match.ids({ sortBy: 'foundAt', direction: 'desc' }, IDS)) {
    expect(server.isIdsSent()).toBe(true)
    ids.push(...batch)
  }
  expect(ids).toEqual(Array.from({ length: IDS }, (_, at) => at + 1))
})
