import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Role } from '#contracts/accounts/auth.ts'
import type { UserId } from '#contracts/ids.ts'
import { createApp, type AppParts } from '#server/app.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import { insertUser } from '#testing/factories.ts'
import {
  createTestContext,
  type TestContext,
  type TestContextOverrides,
} from '#testing/test-context.ts'

export type Answer = LightMyRequestResponse
type Send = (request: InjectOptions | string) => Promise<Answer>

export type TestApp = AsyncDisposable & {
  fastify: FastifyInstance
  ctx: TestContext
  anonymous: Send
  /** Signed in as an account of this role, which is created on first use. */
  as: (role: Role) => Promise<{ send: Send; token: string; userId: UserId }>
  /** Simulates another process on the same database; the caller closes it. */
  startAnother: () => Promise<FastifyInstance>
  openSession: (userId: UserId) => Promise<{ send: Send; token: string }>
}

/** The whole HTTP server on a private database, called without a network. */
export async function startTestApp({
  config,
  ...given
}: AppParts & Pick<TestContextOverrides, 'config'> = {}): Promise<TestApp> {
  const ctx = await createTestContext(config && { config })
  // Calls are never refused because the test machine is slow, unless a test is about that.
  const parts: AppParts = { maxEventLoopDelayMs: 0, ...given }
  const fastify = await createApp(ctx, parts)
  const sessions = createSessions(ctx)
  const accounts = new Map<Role, Promise<Awaited<ReturnType<TestApp['as']>>>>()
  const anonymous: Send = (request) =>
    fastify.inject(typeof request === 'string' ? { url: request } : request)

  const openSession: TestApp['openSession'] = async (userId) => {
    const { token } = await sessions.open(ctx.db, {
      userId,
      rememberMe: false,
      userAgent: null,
      network: null,
    })
    const authorization = `Bearer ${token}`
    const send: Send = (request) => {
      const options = typeof request === 'string' ? { url: request } : request
      return fastify.inject({ ...options, headers: { authorization, ...options.headers } })
    }
    return { send, token }
  }
  const createAccount = async (role: Role) => {
    const { userId } = await insertUser(ctx, { role })
    return { ...(await openSession(userId)), userId }
  }
  return {
    fastify,
    ctx,
    anonymous,
    startAnother: () => createApp(ctx, parts),
    openSession,
    as(role) {
      const account = accounts.get(role) ?? createAccount(role)
      accounts.set(role, account)
      return account
    },
    async [Symbol.asyncDispose]() {
      await fastify.close()
      await ctx[Symbol.asyncDispose]()
    },
  }
}
