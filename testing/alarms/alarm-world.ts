import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import type { Role } from '#contracts/account/auth.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { insertUser } from '#testing/factories.ts'
import { createPrometheus, type Rules } from '#testing/promql/rules.ts'
import {
  createTestContext,
  type TestContext,
  type TestContextOverrides,
} from '#testing/test-context.ts'

/** The product, scraped by a Prometheus, while something is wrong with it. */
export type AlarmWorld = {
  ctx: TestContext
  app: FastifyInstance
  /** The headers of an account with this role. */
  signIn: (role: Role) => Promise<Record<string, string>>
  /** Undone before the product closes. */
  undo: AsyncDisposableStack
  /** Asks another address for metrics; null = there is no target. */
  scrapeInstead: (read: (() => Promise<string>) | null) => void
}

type Step = (world: AlarmWorld) => Promise<unknown>

export type Fault = {
  prepare?: (undo: AsyncDisposableStack) => Promise<TestContextOverrides>
  /** Ordinary work before each scrape, as long as nothing is wrong. */
  work?: Step
  /** Makes the fault. */
  make: Step
  /** Keeps it up, before each scrape from then on. */
  keep?: Step
  stepSeconds?: number
}

const STEP_SECONDS = 60
const QUIET_SCRAPES = 4
/** A rule may look back a quarter of an hour before it counts its own delay. */
const LOOK_BACK_SECONDS = 45 * 60

type Observation = { before: string[]; firedAfter: number | null }

/** On a busy machine, ordinary work may be as slow as the fault would make it. */
const MAX_STARTS = 5

/**
 * @returns which alerts fired before the fault, and how long after it the alert fired, in seconds
 * (null = never)
 */
export async function observeFault(name: string, fault: Fault, rules: Rules): Promise<Observation> {
  for (let start = 1; start <= MAX_STARTS; start++) {
    const observation = await observeOnce(name, fault, rules)
    if (observation) return observation
  }
  throw new Error(`the condition of ${name} held before the fault in each of ${MAX_STARTS} starts`)
}

/**
 * Null when the alert's condition held before the fault, without firing: the delay could not be
 * told then.
 */
async function observeOnce(name: string, fault: Fault, rules: Rules): Promise<Observation | null> {
  await using undo = new AsyncDisposableStack()
  const overrides = (await fault.prepare?.(undo)) ?? {}
  const ctx = undo.use(await createTestContext(overrides))
  const { pool, isDiskFull, isUnavailable } = ctx.database
  const app = await createApp(ctx, {
    maxEventLoopDelayMs: 0,
    pool,
    isDiskFull,
    isDatabaseUnavailable: isUnavailable,
  })
  undo.defer(() => app.close())
  const stepSeconds = fault.stepSeconds ?? STEP_SECONDS
  const { world, scrape, isActive } = createWorld({ ctx, app, undo, rules })
  const before = new Set<string>()
  for (let count = 0; count < QUIET_SCRAPES; count++) {
    ctx.clock.advance(stepSeconds * 1_000)
    await fault.work?.(world)
    for (const firing of await scrape()) before.add(firing)
  }
  if (isActive(name) && !before.has(name)) return null
  await fault.make(world)
  const limit = LOOK_BACK_SECONDS + 2 * forSecondsOf(name, rules)
  for (let after = stepSeconds; after <= limit; after += stepSeconds) {
    ctx.clock.advance(stepSeconds * 1_000)
    await fault.keep?.(world)
    if ((await scrape()).includes(name)) return { before: [...before], firedAfter: after }
  }
  return { before: [...before], firedAfter: null }
}

type Parts = Pick<AlarmWorld, 'ctx' | 'app' | 'undo'> & { rules: Rules }

function createWorld({ ctx, app, undo, rules }: Parts) {
  const prometheus = createPrometheus(rules)
  let read: (() => Promise<string>) | null = async () =>
    (await app.inject({ url: '/metrics' })).body
  const world: AlarmWorld = {
    ctx,
    app,
    undo,
    scrapeInstead: (other) => (read = other),
    async signIn(role) {
      const { userId } = await insertUser(ctx, { role })
      const session = { userId, rememberMe: true, userAgent: null, network: null }
      const { token } = await createSessions(ctx).open(ctx.db, session)
      return { authorization: `Bearer ${token}` }
    },
  }
  const scrape = async () => {
    const text = read && (await read().catch(() => null))
    const targets = read ? [{ instance: 'localhost:3000', text }] : []
    return prometheus.scrape(targets, ctx.now().getTime() / 1_000)
  }
  return { world, scrape, isActive: prometheus.isActive }
}

const forSecondsOf = (name: string, { alerts }: Rules): number =>
  alerts.find(({ alert }) => alert === name)?.forSeconds ?? 0
