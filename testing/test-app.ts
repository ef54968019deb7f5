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

export const post = (send: Send, url: string, payload?: object) =>
  send({ method: 'POST', url, ...(payload && { payload }) })

export type From = { from?: string | undefined; language?: string | undefined }

/** As a person in this network who reads this language; the app must trust `x-forwarded-for`. */
export const postFrom = (
  { anonymous }: TestApp,
  url: string,
  payload: object,
  { from = '198.51.100.1', language = 'en' }: From = {},
) =>
  anonymous({
    method: 'POST',
    url,
    headers: { 'x-forwarded-for': from, 'accept-language': language },
    payload,
  })

export const codeOf = (answer: Answer) => [answer.statusCode, answer.json().code]

export const refusal = (answer: Answer) => [
  answer.statusCode,
  answer.json().code,
  answer.json().field,
]

/** What the holder of this token gets; unless asked otherwise, their account. */
export const askWith = ({ anonymous }: TestApp, token: string, url = '/api/auth/me') =>
  anonymous({ url, headers: { authorization: `Bearer ${token}` } })

/** Sends as an account of this role, which is created on first use. */
export function sendAs(app: TestApp, role: Role): Send {
  return async (request) => (await app.as(role)).send(request)
}

/** The same, each time in a new session: the others end while a test's clock advances. */
export function sendAnew(app: TestApp, role: Role): Send {
  return async (request) => (await app.openSession((await app.as(role)).userId)).send(request)
}

/** All that tells answers to two strangers apart: the other headers differ from call to call. */
export function visibleIn({ statusCode, body, headers }: Answer) {
  const {
    date: _date,
    'x-request-id': _id,
    'set-cookie': _browser,
    'content-security-policy': _csp,
    ...same
  } = headers
  return { statusCode, body, headers: same }
}

/** What so many calls in turn give; `call` is told how many went before it. */
export async function inTurn<Result>(
  count: number,
  call: (before: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < count) results.push(await call(results.length))
  return results
}

export const atOnce = <Result>(
  count: number,
  call: (number: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: count }, (_, number) => call(number)))

/** How calls at once ended, the lowest status first. */
export const statusesOf = (answers: readonly Answer[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

export type TestAccount = { userId: UserId; email: string; token: string; send: Send }

export type TestApp = AsyncDisposable & {
  fastify: FastifyInstance
  ctx: TestContext
  anonymous: Send
  /** Signed in as an account of this role, which is created on first use. */
  as: (role: Role) => Promise<TestAccount>
  /** A new account with `TEST_PASSWORD` and a session. */
  newAccount: (role?: Role, email?: string) => Promise<TestAccount>
  /** Simulates another process on the same database; the caller closes it. */
  startAnother: () => Promise<FastifyInstance>
  openSession: (userId: UserId) => Promise<{ send: Send; token: string }>
  /** What the security log holds of an account since it was created. */
  auditKinds: (userId: UserId, prefix?: string) => Promise<string[]>
  auditDetails: (userId: UserId, kind: string) => Promise<unknown[]>
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
  const accounts = new Map<Role, Promise<TestAccount>>()
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
  const newAccount: TestApp['newAccount'] = async (role = 'GUEST', email) => {
    const account = await insertUser(ctx, { role, ...(email !== undefined && { email }) })
    return { ...account, ...(await openSession(account.userId)) }
  }
  return {
    fastify,
    ctx,
    anonymous,
    startAnother: () => createApp(ctx, parts),
    openSession,
    newAccount,
    async auditKinds(userId, prefix = '') {
      const rows = await ctx.db
        .selectFrom('audit_events')
        .select('kind')
        .where('user_id', '=', userId)
        .where('kind', 'like', `${prefix}%`)
        .where('kind', '<>', 'account.created')
        .execute()
      return rows.map(({ kind }) => kind).toSorted()
    },
    async auditDetails(userId, kind) {
      const rows = await ctx.db
        .selectFrom('audit_events')
        .select('detail')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .execute()
      return rows.map(({ detail }) => detail)
    },
    as(role) {
      const account = accounts.get(role) ?? newAccount(role)
      accounts.set(role, account)
      return account
    },
    async [Symbol.asyncDispose]() {
      await fastify.close()
      await ctx[Symbol.asyncDispose]()
    },
  }
}
