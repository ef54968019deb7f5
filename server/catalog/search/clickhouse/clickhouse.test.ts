import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { serveLocally } from '#testing/serve-locally.ts'
import { type ClickHouse, connectClickHouse } from './clickhouse.ts'

/** Holds the answers to statements about `slow` until they are released. */
async function startServer() {
  const held: ServerResponse[] = []
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const statement = await text(request)
    asked.push(statement)
    if (statement.startsWith('select slow')) held.push(response)
    else if (statement.startsWith('select forever'))
      response
        .writeHead(500, { 'x-clickhouse-exception-code': '159' })
        .end('Code: 159. DB::Exception: Timeout exceeded: elapsed 10 s. (TIMEOUT_EXCEEDED)')
    else response.end('[1]\n')
  })
  const isHolding = async (count: number) => {
    while (held.length < count) await sleep(5)
  }
  return {
    ...(await serveLocally(server)),
    held,
    asked,
    isHolding,
    async answerAll(questions: readonly Promise<unknown>[]) {
      for (let answered = 0; answered < questions.length; answered++) {
        await isHolding(1)
        held.shift()?.end('[2]\n')
      }
      await Promise.all(questions)
    },
  }
}

const askSlowly = ({ long }: ClickHouse, count: number) =>
  Array.from({ length: count }, () => long.stores.select('select slow'))

test('a question is answered at once however many long ones wait, of which the server gets one', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const long = askSlowly(clickHouse, 5)
  await server.isHolding(1)
  expect(await clickHouse.select('select quick')).toEqual([[1]])
  expect(server.held).toHaveLength(1)
  await server.answerAll(long)
  expect(await Promise.all(long)).toEqual(long.map(() => [[2]]))
})

test('a long question waits for no other kind: two threads alone, one beside another', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const long = askSlowly(clickHouse, 2)
  await server.isHolding(1)
  expect(await clickHouse.long.trends.select('select quick')).toEqual([[1]])
  expect(server.held).toHaveLength(1)
  await server.answerAll(long)
  await clickHouse.long.trends.select('select quick')
  const threads = server.asked.map((statement) => /max_threads = (\d)/.exec(statement)?.[1])
  expect(threads).toEqual(['2', '1', '2', '2'])
})

test('questions of a kind get their turns in the order in which they came', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const long = ['one', 'two', 'three'].map((name) =>
    clickHouse.long.stores.select(`select slow, ${name}`),
  )
  await server.answerAll(long)
  expect(server.asked.map((statement) => statement.split(/\W+/)[2])).toEqual([
    'one',
    'two',
    'three',
  ])
})

test('the server gives the processor to other questions before long ones', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  await clickHouse.select('select quick')
  await clickHouse.long.stores.select('select quick')
  const priorities = server.asked.map((statement) => /priority = (\d)/.exec(statement)?.[1])
  expect(priorities).toEqual(['1', '2'])
})

test('a long question that would wait behind thirty others is refused as overload', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  const long = askSlowly(clickHouse, 1 + 30)
  await server.isHolding(1)
  const { stores } = clickHouse.long
  await expect(stores.select('select slow')).rejects.toMatchObject({ code: 'overloaded' })
  await server.answerAll(long)
})

test('a question that the server gives up is refused as too broad, not as overload', async () => {
  await using server = await startServer()
  await using clickHouse = connectClickHouse(server.url)
  for (const { select } of [clickHouse, clickHouse.long.stores])
    await expect(select('select forever')).rejects.toMatchObject({ code: 'search_too_broad' })
})
