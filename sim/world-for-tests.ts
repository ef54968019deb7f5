import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { Truth } from './control/truth.ts'
import type { WorldOptions } from './options.ts'
import { startWorld, type World } from './world.ts'

export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  bytes: Buffer
}

export type TestWorld = AsyncDisposable & {
  world: World
  dataDir: string
  /** GET over TLS, as a client behind CONNECT_TO would. */
  get: (url: string, headers?: Record<string, string>) => Promise<Reply>
  /** The first shop whose truth matches. */
  shopWith: (fits: (truth: Truth) => boolean) => Truth
  post: (act: string, body: unknown) => Promise<unknown>
}

export const isPlain = ({ kind, habit }: Truth): boolean => kind === 'open' && habit === 'plain'

/** Small enough to start at once: three days and some 60 stores, of all kinds. */
const SMALL: Partial<WorldOptions> = { seed: 11, stores: 60, days: 3, tickEveryMs: 60_000 }

export async function startTestWorld(given: Partial<WorldOptions> = {}): Promise<TestWorld> {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'sim-world-'))
  const world = await startWorld({ ...SMALL, ...given, dataDir })
  const client = createClient(world)
  return {
    world,
    dataDir,
    get: client.get,
    post: (act, body) => postControl(world, act, body),
    shopWith(fits) {
      for (const truth of world.truths()) if (fits(truth)) return truth
      throw new Error('no such shop in this world')
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
      if (given.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function createClient({ address }: World) {
  const port = Number(/^::443:127\.0\.0\.1:(\d+)/.exec(address.connectTo)?.[1])
  const agent = new Agent({
    connect: { ca: readFileSync(address.caFile), lookup: toLoopback },
    allowH2: false,
    // Far below the 5 s after which the world closes idle connections: on a busy machine both sides
    // notice late.
    keepAliveTimeout: 500,
    keepAliveMaxTimeout: 500,
  })
  return {
    async get(url: string, headers: Record<string, string> = {}): Promise<Reply> {
      const { host, pathname, search } = new URL(url)
      const reply = await request(`https://${host}:${port}${pathname}${search}`, {
        dispatcher: agent,
        headers: { host, ...headers },
      })
      const bytes = Buffer.from(await reply.body.arrayBuffer())
      return {
        status: reply.statusCode,
        headers: reply.headers,
        bytes,
        text: bytes.toString('utf8'),
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

type LookupDone = (
  error: null,
  addresses: { address: string; family: number }[] | string,
  family?: number,
) => void

function toLoopback(_host: string, options: { all?: boolean | undefined }, done: LookupDone): void {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

async function postControl(world: World, act: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${world.control}/control/${act}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const answer: unknown = await reply.json()
  if (!reply.ok) throw new Error(`${act}: ${JSON.stringify(answer)}`)
  return answer
}
