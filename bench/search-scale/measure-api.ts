import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import { SCHEMA_VERSION } from '#server/catalog/search/clickhouse/tables.ts'
import { createRandom } from '#testing/random.ts'
import { benchFolder } from '../workspace/asked-size.ts'
import { createGet } from '../workspace/http-client.ts'
import { openLoad, summarise } from '../workspace/loads.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { nextRequest, type RequestClass, SEARCH_CLASSES } from '../workspace/request-mix.ts'
import { startApi } from '../workspace/start-api.ts'
import { FULL_SIZE } from '../workspace/workspace-size.ts'
import { proportionalMegabytes } from '../process-usage.ts'

/**
 * A small database beside the large engine: what the API does with the engine's answers does not
 * depend on the number of its rows.
 */
const SIZE = { ...FULL_SIZE, stores: 2_000, products: 40_000, days: 45 }
const PER_SECOND = 2
const MIX_MS = 60_000
const RETRY_MS = 20

const ASKING: readonly RequestClass[] = SEARCH_CLASSES

/**
 * Starts the product's API with the engine's tables and prints when it is ready, how long mixed
 * requests take, and its memory.
 */
export async function measureApi(searchUrl: string, say: (line: string) => void): Promise<void> {
  await using workspace = await openWorkspace(benchFolder(), SIZE, () => undefined)
  await followedAlready(workspace.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
  try {
    const startedMs = performance.now()
    await using api = await startApi({
      DATABASE_URL: workspace.url,
      DATA_DIR: dataDir,
      SEARCH_URL: searchUrl,
    })
    const get = createGet(api.origin, { connections: 16 })
    while ((await get('/api/stores', api.tokens[0])).status !== 200) await sleep(RETRY_MS)
    say(
      `API: the first list is answered after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
    )
    const random = createRandom(5)
    const next = () => {
      while (true) {
        const asked = nextRequest(random, SIZE)
        if (ASKING.includes(asked.kind)) return asked
      }
    }
    const send = (path: string, nth: number) => get(path, api.tokens[nth % api.tokens.length])
    const samples = await openLoad({ perSecond: PER_SECOND, forMs: MIX_MS, random, next, send })
    for (const kind of ASKING) {
      const own = samples.filter((sample) => sample.kind === kind)
      const errors = own.filter(({ isError }) => isError).length
      const { p50, p95 } = summarise(
        own.map(({ ms }) => ms),
        errors,
      )
      say(
        `API, ${PER_SECOND}/s: ${kind.padEnd(24)} ${own.length} answers, ${errors} errors, median ${p50.toFixed(0)} ms, P95 ${p95.toFixed(0)} ms`,
      )
    }
    say(`API: ${(proportionalMegabytes(api.pid) ?? Number.NaN).toFixed(0)} MB (PSS) after the mix`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The filled tables are the generation in use, and nothing is missing from it. */
async function followedAlready(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(
      `insert into change_followers (name, position, generation, followed_at, schema) values ($1, $2, 1, now(), $3)
        on conflict (name) do update set position = excluded.position, generation = excluded.generation`,
      [FOLLOWER, Number.MAX_SAFE_INTEGER, SCHEMA_VERSION],
    )
  } finally {
    await client.end()
  }
}
