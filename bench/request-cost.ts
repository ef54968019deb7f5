/**
 * The cost of a request: the product and a Fastify server that sends the same bytes and headers,
 * each in a separate process, in alternating rounds over 16 connections. Prints answers per second,
 * processor time and their ratios; the median over the rounds is the result. Then the processor time
 * of anonymous pages, as browsers ask for them. With `--before COMMIT` the product of that commit takes
 * part too. `node bench/request-cost.ts [--stores 2000] [--rounds 7] [--round-ms 2000] [--only
 * list|pages] [--encoding br] [--profile folder] [--before COMMIT]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { askPages, PAGE_CPU_GOAL_MS, type PageCase, PAGES } from './request-cost/anonymous-pages.ts'
import type { FromRaw, Recorded, ToRaw } from './request-cost/raw-server.ts'
import { withClient } from '#testing/database-client.ts'
import { benchFolder, valueOf } from './workspace/asked-size.ts'
import { checkOut } from './earlier-sources.ts'
import { usageOfTree } from './process-usage.ts'
import { createGet, type Get } from './workspace/http-client.ts'
import { saturate } from './workspace/loads.ts'
import { openWorkspace } from './workspace/open-workspace.ts'
import { startApi } from './workspace/start-api.ts'
import { FULL_SIZE } from './workspace/workspace-size.ts'

type Case = { name: string; path: string; needsSession: boolean; target: number | null }

const CASES: readonly Case[] = [
  { name: 'list', path: '/api/stores?size=20', needsSession: true, target: 0.5 },
  { name: 'counters', path: '/api/public/stats', needsSession: false, target: 0.6 },
  { name: 'details', path: '/api/stores/details/50', needsSession: true, target: null },
]
const CONNECTIONS = 16
const WARM_UP_MS = 1_500

/** Headers that the framework itself writes. */
const OWN_HEADERS = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'transfer-encoding',
])

const textOf = (flag: string) => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]
}
const rounds = valueOf('--rounds', 7)
const roundMs = valueOf('--round-ms', 2_000)
const stores = valueOf('--stores', 2_000)
const encoding = textOf('--encoding')
const only = textOf('--only')
const before = textOf('--before')
const say = (line: string) => process.stdout.write(`${line}\n`)
const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

await using workspace = await openWorkspace(
  benchFolder(),
  { ...FULL_SIZE, stores, products: stores * 20, days: 45 },
  say,
)
const dataDir = await mkdtemp(join(tmpdir(), 'storedawn-bench-'))
try {
  const settings = { DATABASE_URL: workspace.url, DATA_DIR: dataDir }
  await using api = await startApi(settings, textOf('--profile'))
  using earlier = before === undefined ? undefined : checkOut(before)
  await using beforeApi = earlier && (await startApi(settings, undefined, earlier.folder))
  say(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  const cases = CASES.filter(({ name }) => !only || name === only)
  const recorded: Recorded[] = []
  for (const one of cases) recorded.push(await record(api.origin, one, api.tokens))
  await using raw = await startRaw(recorded)
  say(
    `${stores} stores, ${CONNECTIONS} connections, ${rounds} rounds of ${roundMs} ms, encoding ${encoding ?? 'none'}`,
  )
  say(
    '| request | bytes | product/s | raw Fastify/s | ratio | target | product, µs of processor | raw, µs | ratio | before, µs |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  const servers = {
    product: withGet(api),
    raw: withGet({ ...raw, tokens: api.tokens }),
    ...(beforeApi && { before: withGet(beforeApi) }),
  }
  for (const [at, one] of cases.entries()) {
    const bytes = Buffer.byteLength(recorded[at]?.body ?? '')
    await compare(one, bytes, servers)
  }
  if (!only || only === 'pages') await measurePages(api)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** One set of connections for all rounds: the product limits the connections per network. */
function withGet(server: Omit<Server, 'get'>): Server {
  const options = { connections: CONNECTIONS, ...(encoding !== undefined && { encoding }) }
  return { ...server, get: createGet(server.origin, options) }
}

type Server = { origin: string; pid: number; tokens: string[]; get: Get }
type Servers = { product: Server; raw: Server; before?: Server }

async function compare(one: Case, bytes: number, servers: Servers): Promise<void> {
  const { name, path, needsSession, target } = one
  const ask = async ({ get, pid, tokens }: Server, forMs: number) => {
    const cpuBefore = cpuSecondsOf(pid)
    const { perSecond, times } = await saturate(CONNECTIONS, forMs, (nth) =>
      get(path, needsSession ? tokens[nth % tokens.length] : undefined),
    )
    if (times.errors > times.count / 100)
      throw new Error(`${path}: ${times.errors} refusals, ${times.count} answers`)
    return { perSecond, cpuMicros: ((cpuSecondsOf(pid) - cpuBefore) / times.count) * 1e6 }
  }
  const askAll = async (forMs: number) => {
    // An account may open some stores an hour; many rounds open more.
    await withClient(workspace.url, (client) => client.query('delete from request_limits'))
    return {
      product: await ask(servers.product, forMs),
      raw: await ask(servers.raw, forMs),
      ...(servers.before && { before: await ask(servers.before, forMs) }),
    }
  }
  await askAll(WARM_UP_MS)
  const measured: Awaited<ReturnType<typeof askAll>>[] = []
  for (let round = 0; round < rounds; round++) measured.push(await askAll(roundMs))
  const median = (of: keyof Servers, figure: 'perSecond' | 'cpuMicros') =>
    Math.round(medianOf(measured.map((round) => round[of]?.[figure] ?? Number.NaN)))
  const ratio = medianOf(measured.map(({ product, raw }) => product.perSecond / raw.perSecond))
  const cpuRatio = medianOf(measured.map(({ product, raw }) => raw.cpuMicros / product.cpuMicros))
  const cells = [
    name,
    bytes,
    median('product', 'perSecond'),
    median('raw', 'perSecond'),
    ratio.toFixed(3),
    target ?? '–',
  ]
  say(
    `| ${[...cells, median('product', 'cpuMicros'), median('raw', 'cpuMicros'), cpuRatio.toFixed(3), servers.before ? median('before', 'cpuMicros') : '–'].join(' | ')} |`,
  )
}

async function measurePages({ origin, pid }: Pick<Server, 'origin' | 'pid'>): Promise<void> {
  const answers = [await record(origin, { path: '/', needsSession: false }, [])]
  await using raw = await startRaw(answers)
  const costOf = async (server: Pick<Server, 'origin' | 'pid'>, page: PageCase) => {
    const cpuBefore = cpuSecondsOf(server.pid)
    const answered = await askPages(server.origin, page, roundMs)
    return ((cpuSecondsOf(server.pid) - cpuBefore) / answered) * 1000
  }
  say(`\n| anonymous page | ms of processor time | goal |\n| --- | --- | --- |`)
  for (const page of PAGES) {
    await askPages(origin, page, WARM_UP_MS)
    say(
      `| ${page.name} | ${(await costOf({ origin, pid }, page)).toFixed(2)} | ≤ ${PAGE_CPU_GOAL_MS} |`,
    )
  }
  const [home] = PAGES
  if (home) say(`| the bytes of \`/\` by raw Fastify | ${(await costOf(raw, home)).toFixed(2)} | |`)
}

function cpuSecondsOf(pid: number): number {
  return usageOfTree(pid).find((usage) => usage.pid === pid)?.cpuSeconds ?? Number.NaN
}

async function record(
  origin: string,
  { path, needsSession }: Pick<Case, 'path' | 'needsSession'>,
  tokens: readonly string[],
): Promise<Recorded> {
  const token = needsSession ? tokens[0] : undefined
  const {
    statusCode,
    headers: sent,
    body,
  } = await request(origin + path, {
    headers: {
      'accept-encoding': 'identity',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await body.text()
  // On a busy machine a server that has just started lags behind for a moment.
  if (statusCode === 503) {
    await sleep(1_000)
    return record(origin, { path, needsSession }, tokens)
  }
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
  const headers = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !OWN_HEADERS.has(name)),
  )
  return {
    path: path.split('?')[0] ?? path,
    headers: headers as Record<string, string>,
    body: text,
  }
}

async function startRaw(
  answers: Recorded[],
): Promise<AsyncDisposable & Pick<Server, 'origin' | 'pid'>> {
  const child = fork(join(import.meta.dirname, 'request-cost/raw-server.ts'), [], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  })
  child.send({ answers } satisfies ToRaw)
  // Safe: the process sends only this message.
  const [{ origin }] = (await once(child, 'message')) as [FromRaw]
  return {
    origin,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
