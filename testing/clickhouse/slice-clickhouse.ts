import { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'

let server: ClickHouseServer | null = null

export async function setup(): Promise<void> {
  server = await startClickHouse()
  if (server) process.env['TEST_CLICKHOUSE_URL'] = server.url
  else process.stdout.write('no ClickHouse: `node scripts/fetch-chdb.js` fetches one\n')
}

export const teardown = async (): Promise<void> => server?.[Symbol.asyncDispose]()
