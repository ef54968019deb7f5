import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { EVERYTHING } from '#server/catalog/search/search.ts'
import { overloaded } from '#server/platform/errors.ts'
import { serveLocally } from '#testing/serve-locally.ts'
import { type ClickHouse, connectClickHouse } from './clickhouse.ts'
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
  return { ...(await serveLocally(server)), isIdsSent: () => isIdsSent }
}

const database = 'storedawn'
const state = { current: async () => ({ generation: 1, token: '1', asOf: null, position: 10 }) }

test('the server has sent all ids before the first of them are used, however slowly that happens', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const { find } = createStoreSearch({ clickHouse, database, state })
  const match = await find(EVERYTHING)
  const ids: number[] = []
  for await (const batch of match.ids({ sortBy: 'foundAt', direction: 'desc' }, IDS)) {
    expect(server.isIdsSent()).toBe(true)
    ids.push(...batch)
  }
  expect(ids).toEqual(Array.from({ length: IDS }, (_, at) => at + 1))
})

const searchWith = (select: ClickHouse['select']) =>
  createStoreSearch({
    clickHouse: { select, long: { stores: { select } } } as unknown as ClickHouse,
    database,
    state,
  })

test('counts that failed once are read again for the same match', async () => {
  let isBusy = true
  const select = async (statement: string) => {
    if (isBusy && statement.includes('sum(')) throw overloaded()
    return [[1, 2, 3]]
  }
  const { find } = searchWith(select)
  await expect((await find(EVERYTHING)).days()).rejects.toMatchObject({ code: 'overloaded' })
  await expect((await find(EVERYTHING)).sums()).rejects.toMatchObject({ code: 'overloaded' })
  isBusy = false
  expect(await (await find(EVERYTHING)).days()).toEqual([
    { day: '1970-01-02', stores: 2, leads: 3 },
  ])
  expect(await (await find(EVERYTHING)).sums()).toEqual({ leads: 1, listedProducts: 2 })
})

test('a store that changed after the match has no later version than the changes that the match includes', async () => {
  const { find } = searchWith(async (statement) => {
    if (statement.startsWith('select count()')) return [[2]]
    // The follower has gone on since.
    // prettier-ignore
    return statement.startsWith('select id, version') ? [[7, 12], [8, 9]] : [[7, 1], [8, 1]]
  })
  const match = await find(EVERYTHING)
  const { stores } = await match.page(
    { sortBy: 'foundAt', direction: 'asc' },
    { offset: 0, size: 2 },
  )
  expect(stores).toEqual([
    { id: 7, version: 10 },
    { id: 8, version: 9 },
  ])
})
