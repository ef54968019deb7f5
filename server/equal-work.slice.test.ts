import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Argon2 from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { changeUser, emptyTables, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { type Answer, startTestApp, type TestApp } from '#testing/test-app.ts'
import { limits } from '#server/accounts/limits.ts'

const hashing = vi.hoisted(() => ({ count: 0 }))
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof Argon2>()
  const counted = <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
    ((...input: Input) => {
      hashing.count += 1
      return work(...input)
    }) as typeof work
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) }
})

/** The database work of one request: the kind of each statement, and a word for each answer. */
const statementsOf = new AsyncLocalStorage<string[]>()
const noteStatements: KyselyPlugin = {
  transformQuery({ node }) {
    statementsOf.getStore()?.push(node.kind)
    return node
  },
  // Also covers statements built elsewhere, such as those of the limits.
  transformResult: async ({ result }) => {
    statementsOf.getStore()?.push('answered')
    return result
  },
}

let app: TestApp
let servers: FastifyInstance[]
const startServer = () => createApp({ ...app.ctx, db: app.ctx.db.withPlugin(noteStatements) })

beforeAll(async () => {
  app = await startTestApp({ config: { TRUST_PROXY: ['127.0.0.1'] } })
  servers = [await startServer(), await startServer()]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await app[Symbol.asyncDispose]()
})
beforeEach(() => emptyTables(app.ctx, 'request_limits'))

const post = (
  path: string,
  payload: object,
  { from = '198.51.100.1', server = 0 } = {},
): Promise<Answer> =>
  (servers[server] ?? app.fastify).inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'x-forwarded-for': from },
    payload,
  })

/** Status, body and the headers that do not differ from call to call, with the work done for it. */
async function observe(path: string, payload: object) {
  const statements: string[] = []
  hashing.count = 0
  // Awaited inside: the request begins only then.
  const { statusCode, headers, ...answer } = await statementsOf.run(
    statements,
    async () => await post(path, payload),
  )
  const { date: _date, 'x-request-id': _id, 'content-security-policy': _csp, ...stable } = headers
  const { requestId: _requestId, ...body } = answer.json()
  return { statusCode, stable, body, statements, hashes: hashing.count }
}

async function insertAccounts() {
  const { email: known } = await insertUser(app.ctx, { role: 'PRO_USER' })
  const { email: unverified } = await insertUser(app.ctx, { verified: false })
  const { email: leaving, userId } = await insertUser(app.ctx)
  const { email: withoutPassword, userId: otherId } = await insertUser(app.ctx)
  await changeUser(app.ctx.db, userId, { deletion_requested_at: app.ctx.now() })
  await changeUser(app.ctx.db, otherId, { password_hash: null })
  return {
    known,
    unverified,
    leaving,
    withoutPassword,
    unknown: `nobody-of-${userId}@example.test`,
  }
}

test.each([
  ['email-signin', { password: 'Wrong-horse-7!' }, { status: 401, hashes: 1 }],
  ['forgot-password', {}, { status: 200, hashes: 0 }],
  ['resend-verification', {}, { status: 200, hashes: 0 }],
])(
  '%s gives the same answer after the same work for every address',
  { tags: ['check-1', 'check-2'] },
  async (path, payload, { status, hashes }) => {
    const accounts = Object.values(await insertAccounts())
    const seen: Awaited<ReturnType<typeof observe>>[] = []
    for (const email of accounts) {
      await emptyTables(app.ctx, 'request_limits')
      seen.push(await observe(path, { ...payload, email }))
    }
    expect(seen[0]).toMatchObject({ statusCode: status, hashes })
    expect(seen[0]?.statements).toContain('SelectQueryNode')
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
  },
)

test(
  'a sign-up hashes and compares one password for every address, also beyond its limit',
  { tags: ['check-3'] },
  async () => {
    for (const email of Object.values(await insertAccounts())) {
      const signUp = { email, password: `${TEST_PASSWORD}!`, name: 'Ada' }
      for (let number = 0; number < limits.signUpAddress.points + 2; number += 1) {
        const seen = await observe('email-signup', signUp)
        expect([seen.statusCode, seen.hashes]).toEqual([200, 2])
      }
      await emptyTables(app.ctx, 'request_limits')
    }
  },
)

test('an impossible password is refused before it is hashed', { tags: ['check-22'] }, async () => {
  const { known, unknown } = await insertAccounts()
  for (const password of ['x'.repeat(1025), '\u{1f511}'.repeat(300)]) {
    for (const email of [known, unknown]) {
      const { statusCode, body, hashes } = await observe('email-signin', { email, password })
      expect([statusCode, body.code, body.field, hashes]).toEqual([
        400,
        'invalid_request',
        'password',
        0,
      ])
    }
  }
})

test('limits hold across servers and restarts', { tags: ['check-6'] }, async () => {
  const { known } = await insertAccounts()
  const attempt = (server: number) =>
    post('email-signin', { email: known, password: 'Wrong-horse-7!' }, { server })
  const first = [await attempt(0), await attempt(1)]
  await servers[1]?.close()
  servers[1] = await startServer()
  const second = await Promise.all([0, 1, 0, 1, 0, 1].map(attempt))
  const codes = [...first, ...second].map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(3)
  expect(codes.filter((code) => code === 429)).toHaveLength(5)
  const forgotten = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      post('forgot-password', { email: `many-${number}@example.test` }, { server: number % 2 }),
    ),
  )
  expect(forgotten.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
})
