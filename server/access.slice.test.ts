import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { IDENTITY_WINDOW_PATH } from '#contracts/identity-window.ts'
import { KEY_DIRECTORY_PATH } from '#server/features/bot-identity/routes.ts'
import { METRICS_PATH } from '#server/features/metrics/routes.ts'
import { PHOTO_PATH } from '#server/features/photos/photo-name.ts'
import { PICTURES_PATH } from '#server/features/pictures/picture-addresses.ts'
import { insertUser } from '#testing/factories.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('who may call what', () => {
  const callers = ['anonymous', 'forged', 'revoked', 'deleted', 'GUEST', 'PRO_USER', 'PLUS_USER'] as const
  type Caller = (typeof callers)[number]

  /** What the access rule alone answers; null = it lets the caller through. */
  function refusalFor({ access }: AnyEndpoint, caller: Caller): string | null {
    if (access === 'public') return null
    if (caller === 'anonymous' || caller === 'forged') return 'authentication_required'
    if (caller === 'revoked' || caller === 'deleted') return 'session_expired'
    return access === 'paid' && caller === 'GUEST' ? 'plan_required' : null
  }

  async function tokenOf(caller: Caller): Promise<string | null> {
    if (caller === 'anonymous') return null
    if (caller === 'forged') return 'eyJhbGciOiJub25lIn0.e30.'
    const isStale = caller === 'revoked' || caller === 'deleted'
    const { userId } = await insertUser(world.ctx, { role: isStale ? 'PLUS_USER' : caller })
    const { token } = await world.openSession(userId)
    const sessions = world.ctx.db.updateTable('sessions').set({ revoked_at: world.ctx.now() })
    if (caller === 'revoked') await sessions.where('user_id', '=', userId).execute()
    if (caller === 'deleted') await world.ctx.db.deleteFrom('users').where('id', '=', userId).execute()
    return token
  }

  const matrix = allEndpoints.flatMap((endpoint) =>
    callers.map((caller) => ({ endpoint, caller, name: endpoint.name })),
  )

  test.each(matrix)('$name as $caller', async ({ endpoint, caller }) => {
    const token = await tokenOf(caller)
    const answer = await world.anonymous({
      method: endpoint.method,
      url: endpoint.path.replace(':id', '1-1').replace(':domain', 'nowhere.example'),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(endpoint.body && { payload: {} }),
    })
    const refusal = refusalFor(endpoint, caller)
    if (refusal !== null) {
      expect(answer.json().code).toBe(refusal)
      expect(answer.statusCode).toBe(refusal === 'plan_required' ? 403 : 401)
    } else if (endpoint.name === 'deleteAccount') {
      // A session lets the caller through; the verb asks for more than that.
      expect(answer.json().code).toBe('fresh_sign_in_required')
    } else {
      expect([401, 403, 500]).not.toContain(answer.statusCode)
    }
    if (endpoint.access !== 'public') expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('every address of the server is described', () => {
    const described = new Set([
      ...allEndpoints.map(({ path }) => path),
      '/api/openapi.json',
      PICTURES_PATH,
      PHOTO_PATH,
      METRICS_PATH,
      KEY_DIRECTORY_PATH,
      IDENTITY_WINDOW_PATH,
      '/*',
      '*',
    ])
    const addresses = addressesIn(world.app.printRoutes({ commonPrefix: false }))
    expect(addresses).toEqual(expect.arrayContaining(allEndpoints.map(({ path }) => path)))
    const isFile = (address: string) => /^\/(assets|locales)\/|\.\w+$/.test(address)
    expect(addresses.filter((address) => !described.has(address) && !isFile(address))).toEqual([])
  })

  /** The tree that Fastify draws has one level per four characters, and a path in pieces along its branches. */
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

  test('a guest who asks for more leaves a trace', async () => {
    const { send, userId } = await world.as('GUEST')
    await send('/api/stores')
    const events = await world.ctx.db
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(events.map(({ kind, detail }) => [kind, detail])).toContainEqual([
      'access.plan_required',
      { endpoint: 'listStores' },
    ])
  })

  test('what a query, a cookie or a header claims does not open anything', async () => {
    const { token } = await world.as('PRO_USER')
    for (const url of [
      `/api/stores?token=${token}`,
      '/api/stores?success=true&checkout_id=x',
      '/api/stores?role=PRO_USER',
    ]) {
      expect((await world.anonymous(url)).statusCode).toBe(401)
    }
    const headers = { cookie: `jwt=${token}`, 'x-user-role': 'PRO_USER' }
    expect((await world.anonymous({ url: '/api/stores', headers })).statusCode).toBe(401)
  })
})
