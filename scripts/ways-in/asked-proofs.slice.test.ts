import { emptyTables } from '#testing/factories.ts'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { MINUTE_MS } from '#contracts/dates.ts'
import { sampleInputOf } from '#testing/sample-inputs.ts'
import { startTestApp } from '#testing/test-app.ts'
import { mutations, type Proof } from './mutations.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)

const FRESH: readonly Proof[] = ['recent', 'proof']
const calls = allEndpoints.filter(
  ({ name, access }) => name in mutations && (access === 'session' || access === 'paid'),
)

test.each(calls.map((call) => [call.name, call] as const))(
  '%s asks an old session for a fresh proof exactly if its row says so',
  async (name, { method, path, ...call }) => {
    await emptyTables(app.ctx, 'request_limits')
    const { send } = await app.newAccount('PLUS_USER')
    app.ctx.clock.advance(20 * MINUTE_MS)
    const { params = {}, body } = sampleInputOf({ method, path, ...call })
    const url = path.replaceAll(/:(\w+)/g, (_, key: string) => String(params[key]))
    // Without a proof, and without another account's search.
    const { currentPassword: _password, savedSearch: _search, ...payload } = body ?? {}
    const answer = await send({ method, url, ...(body && { payload }) })
    const isAsked = answer.body.includes('fresh_sign_in_required')
    expect([name, isAsked]).toEqual([name, FRESH.includes(mutations[name]?.proof ?? 'none')])
  },
)
