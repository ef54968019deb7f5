import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { IDENTITY_WINDOW_PATH } from '#contracts/accounts/auth.ts'
import { type PlanName, planRights } from '#contracts/billing/plan-rights.ts'
import type { Access, AnyEndpoint } from '#contracts/endpoint.ts'
import { ErrorBody } from '#contracts/error-body.ts'
import { type ErrorCode, errorStatus } from '#contracts/errors.ts'
import type { UserId } from '#contracts/ids.ts'
import { PREVIEWS_PATH } from '#contracts/site/public-pages.ts'
import { createToken } from '#server/accounts/account-tokens.ts'
import { PICTURES_PATH } from '#server/catalog/pictures/picture-addresses.ts'
import { METRICS_PATH } from '#server/operations/routes.ts'
import { COVERS_PATH } from '#server/site/blog/cover.ts'
import { KEY_DIRECTORY_PATH } from '#server/site/routes.ts'
import { changeUser, insertApiKey, insertUser, TEST_PASSWORD } from '#testing/factories.ts'
import { openLastingConsole } from '#testing/operator-calls.ts'
import { openApiDocument } from './openapi.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

/**
 * Every call in the published OpenAPI document, including those without an endpoint value in
 * `contracts/`.
 */
const calls = Object.entries(
  openApiDocument('https://storedawn.example')['paths'] as Paths,
).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    name: operation.operationId,
    access: operation['x-access'],
    method: method.toUpperCase() as AnyEndpoint['method'],
    path: addressOf(path),
    takesJson: Boolean(operation.requestBody?.content['application/json']),
  })),
)
type Call = (typeof calls)[number]

/** In the server's spelling. Addresses of pictures carry more than the document distinguishes. */
function addressOf(path: string): string {
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return address.startsWith('/api/pictures/') ? PICTURES_PATH : address
}
type Paths = Record<string, Record<string, Operation>>
type Operation = {
  operationId: string
  'x-access': Access
  requestBody?: { content: Record<string, unknown> }
}

describe('access to every call', () => {
  const callers = [
    'anonymous',
    'forged',
    'unverified',
    'revoked',
    'leaving',
    'deleted',
    'GUEST',
    'PRO_USER',
    'PLUS_USER',
    'plan over',
    'operator',
    'operator over',
    'key of PLUS_USER',
    'key of PRO_USER',
    'key of a deleted account',
  ] as const
  type Caller = (typeof callers)[number]

  /** The answer of the access rule alone; null = it lets the caller through. */
  function refusalFor(call: Call, caller: Caller): ErrorCode | null {
    const { access } = call
    if (access === 'public') return null
    if (caller === 'key of a deleted account') return 'authentication_required'
    if (caller === 'key of PLUS_USER' || caller === 'key of PRO_USER') {
      if (access !== 'paid' || call.method !== 'GET' || call.name === 'followStores')
        return 'api_key_refused'
      return caller === 'key of PRO_USER' ? 'plan_required' : null
    }
    if (caller === 'anonymous' || caller === 'forged' || caller === 'unverified')
      return 'authentication_required'
    if (caller === 'revoked' || caller === 'leaving' || caller === 'deleted')
      return 'session_expired'
    if (access === 'operator' && caller === 'operator over') return 'second_factor_required'
    if (access === 'operator') return caller === 'operator' ? null : 'operator_required'
    const { hasResearch } = planRights[planOf(caller)]
    return access === 'paid' && !hasResearch ? 'plan_required' : null
  }

  const planOf = (caller: Caller): PlanName =>
    caller === 'PLUS_USER' ? 'plus' : caller === 'PRO_USER' ? 'pro' : 'guest'

  const accounts = new Map<Caller, Promise<UserId>>()
  const accountOf = (caller: Caller) => {
    const isMember = caller === 'GUEST' || caller === 'PRO_USER'
    const isGuest = caller === 'operator' || caller === 'operator over'
    const known =
      accounts.get(caller) ??
      insertUser(app.ctx, { role: isMember ? caller : isGuest ? 'GUEST' : 'PLUS_USER' }).then(
        ({ userId }) => userId,
      )
    accounts.set(caller, known)
    return known
  }

  async function keyOf(userId: UserId, caller: Caller): Promise<string> {
    const { db } = app.ctx
    const key = await insertApiKey(app.ctx, userId)
    if (caller === 'key of PRO_USER') await changeUser(db, userId, { role: 'PRO_USER' })
    if (caller === 'key of a deleted account') {
      accounts.delete(caller)
      await db.deleteFrom('users').where('id', '=', userId).execute()
    }
    return key
  }

  async function bearerOf(caller: Caller): Promise<string | null> {
    if (caller === 'anonymous') return null
    if (caller === 'forged') return 'eyJhbGciOiJub25lIn0.e30.'
    const userId = await accountOf(caller)
    // Operators on the Guest plan: the console gives no research rights.
    if (caller === 'operator') return (await openLastingConsole(app, userId)).token
    if (caller === 'operator over')
      return (await openLastingConsole(app, userId, app.ctx.now())).token
    if (caller.startsWith('key of')) return keyOf(userId, caller)
    // Such a person has only the secret of the mail; signing in opens nothing until it is used.
    if (caller === 'unverified')
      return createToken(app.ctx, { userId, purpose: 'sign_up', email: 'new@example.test' })
    const { token } = await app.openSession(userId)
    const { db, now } = app.ctx
    if (caller === 'revoked')
      await db
        .updateTable('sessions')
        .set({ revoked_at: now() })
        .where('user_id', '=', userId)
        .execute()
    if (caller === 'leaving') await changeUser(db, userId, { deletion_requested_at: now() })
    // Its subscription has just ended, and no event has reached us yet.
    if (caller === 'plan over') await changeUser(db, userId, { plan_until: now() })
    if (caller === 'deleted') {
      accounts.delete(caller)
      await db.deleteFrom('users').where('id', '=', userId).execute()
    }
    return token
  }

  /** Refused by every call that asks who it is, so that no call can change what they hold. */
  const refusedEverywhere = new Set<Caller>([
    'unverified',
    'revoked',
    'leaving',
    'deleted',
    'key of PRO_USER',
    'key of a deleted account',
  ])
  const kept = new Map<Caller, Promise<string | null>>()
  function bearerFor(caller: Caller): Promise<string | null> {
    if (!refusedEverywhere.has(caller)) return bearerOf(caller)
    const known = kept.get(caller) ?? bearerOf(caller)
    kept.set(caller, known)
    return known
  }

  const matrix = calls.flatMap((call) =>
    callers.map((caller) => ({ call, caller, name: call.name })),
  )

  test.each(matrix)(
    '$name as $caller',
    {
      tags: [
        'user.fields',
        'roles.bearer-profile',
        'roles.open-auth',
        'calls.me',
        'calls.logout',
        'product.paid-browse-stores',
        'product.paid-browse-products',
        'roles.bearer-workspace',
        'roles.open-stats',
        'saved-rule.token',
        'calls.store-details',
        'calls.store-products',
        'calls.product',
        'check-19',
        'check-24',
        'check-63',
      ],
    },
    async ({ call, caller }) => {
      const bearer = await bearerFor(caller)
      const refusal = refusalFor(call, caller)
      const goesOn = refusal === null && call.name === 'followStores'
      const answer = await app.anonymous({
        // A stream never ends, so the test does not wait for its end.
        payloadAsStream: goesOn,
        method: call.method,
        url: call.path.replace(':id', '1-1').replace(':domain', 'nowhere.example'),
        headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
        ...(call.takesJson && { payload: {} }),
      })
      if (goesOn) answer.stream().destroy()
      if (answer.statusCode >= 400) z.strictObject(ErrorBody.shape).parse(answer.json())
      if (refusal !== null) {
        expect(answer.json().code).toBe(refusal)
        expect(answer.statusCode).toBe(errorStatus[refusal])
      } else if (call.name === 'openOperatorSession') {
        // A session lets the caller through; the verb checks the body, then who it is.
        expect(answer.json().code).toBe('invalid_request')
      } else if (['deleteAccount', 'beginSecondFactor'].includes(call.name)) {
        // A session lets the caller through; the verb asks for more than that.
        expect(answer.json().code).toBe('fresh_sign_in_required')
      } else {
        expect([401, 403, 500]).not.toContain(answer.statusCode)
      }
      if (call.access !== 'public') expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test.each([
    ['unverified', { email_verified_at: null }, 'email_unverified'],
    ['leaving', { deletion_requested_at: '2026-03-09T10:00:00.000Z' }, 'deletion_requested'],
  ])('an %s account gets no session, even with its password', async (_which, state, code) => {
    const { userId, email } = await insertUser(app.ctx, { role: 'PRO_USER' })
    await app.ctx.db.updateTable('users').set(state).where('id', '=', userId).execute()
    const answer = await app.anonymous({
      method: 'POST',
      url: '/api/auth/email-signin',
      payload: { email, password: TEST_PASSWORD },
    })
    expect([answer.statusCode, answer.json().code, answer.json().token]).toEqual([
      403,
      code,
      undefined,
    ])
    const sessions = app.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', userId)
    expect(await sessions.execute()).toEqual([])
  })

  test('every route of the server is described', { tags: ['check-24'] }, () => {
    const described = new Set([
      ...calls.map(({ path }) => path),
      '/api/openapi.json',
      METRICS_PATH,
      KEY_DIRECTORY_PATH,
      IDENTITY_WINDOW_PATH,
      COVERS_PATH,
      PREVIEWS_PATH,
      '/*',
      '*',
    ])
    const addresses = addressesIn(app.fastify.printRoutes({ commonPrefix: false }))
    expect(
      calls.filter(({ method, path }) => !app.fastify.hasRoute({ method, url: path })),
    ).toEqual([])
    // Fastify prints parameters of several routes at one place as `:id|:format`.
    const isDescribed = (address: string) =>
      (/:[\w|:]*\|[\w:]+/.exec(address)?.[0].split('|') ?? ['']).some((name) =>
        described.has(address.replace(/:[\w|:]*\|[\w:]+/, name)),
      )
    const isFile = (address: string) => /^\/(assets|locales)\/|\.\w+$/.test(address)
    expect(addresses.filter((address) => !isDescribed(address) && !isFile(address))).toEqual([])
  })

  test('a described path refuses every method that is not described', async () => {
    const open = new Set(calls.map(({ method, path }) => `${method} ${path}`))
    const others = [...new Set(calls.map(({ path }) => path))].flatMap((path) =>
      (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
        .filter((method) => !open.has(`${method} ${path}`))
        .map((method) => ({ method, url: path.replaceAll(/:\w+/g, 'x') })),
    )
    for (const call of others) {
      const { statusCode } = await app.anonymous(call)
      expect({ ...call, statusCode }).toEqual({ ...call, statusCode: 405 })
    }
  })

  /**
   * The tree that Fastify draws has one level per four characters, and a path in pieces along its
   * branches.
   */
  function addressesIn(tree: string): string[] {
    const branch: string[] = []
    return tree.split('\n').flatMap((line) => {
      const [, indent = '', piece = '', methods] =
        /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (!piece) return []
      branch.splice(indent.length / 4, Number.POSITIVE_INFINITY, piece)
      return methods ? [branch.join('')] : []
    })
  }

  test('claims in a query, cookie or header grant no access', async () => {
    const { token } = await app.as('PRO_USER')
    for (const url of [
      `/api/stores?token=${token}`,
      '/api/stores?success=true&checkout_id=x',
      '/api/stores?role=PRO_USER',
    ]) {
      expect((await app.anonymous(url)).statusCode).toBe(401)
    }
    const headers = { cookie: `jwt=${token}`, 'x-user-role': 'PRO_USER' }
    expect((await app.anonymous({ url: '/api/stores', headers })).statusCode).toBe(401)
  })
})
