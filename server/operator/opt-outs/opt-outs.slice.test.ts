import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listOptOuts, previewOptOut } from '#contracts/operator/opt-outs.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'

const { app, operator, ask, get, actionsOn } = useConsole()

const preview = async (domain: string) =>
  previewOptOut.response.parse(await get(`opt-outs/preview?domain=${encodeURIComponent(domain)}`))
const list = async (query = '') => listOptOuts.response.parse(await get(`opt-outs${query}`))
const optOut = (domain: string) => ask('POST', 'opt-outs', { domain })

describe('an opt-out by an operator', () => {
  test('erases the stores of the domain and below it, and nothing else', async () => {
    const { db } = app.ctx
    const [own, below, other] = [
      await insertStore(db, { domain: 'www.lamp.example' }),
      await insertStore(db, { domain: 'shop.lamp.example' }),
      await insertStore(db, { domain: 'otherlamp.example' }),
    ]
    await insertProduct(db, own)
    const domain = 'lamp.example'
    expect(await preview('https://WWW.lamp.example/about')).toEqual({
      domain,
      isOptedOut: false,
      stores: 2,
    })
    expect((await optOut(domain)).json()).toEqual({ domain, stores: 2 })
    const left = await db.selectFrom('stores').select('id').execute()
    expect(left.map(({ id }) => id)).toEqual([other])
    expect([own, below]).not.toContain(other)
    expect(await preview(domain)).toEqual({ domain, isOptedOut: true, stores: 0 })
    expect((await list('?q=lamp.ex')).content.map(({ key }) => key)).toContain('host:lamp.example')
    expect((await list('?q=nothing')).totalElements).toBe(0)
    expect(await actionsOn(domain)).toEqual([
      { by: operator.userId, action: 'domain.opted_out', after: { stores: 2 } },
    ])
  })

  test('erases nothing that the audit log does not show', async () => {
    const { db } = app.ctx
    const id = await insertStore(db, { domain: 'vase.example' })
    await sql`alter table audit_events add constraint refuses check (kind <> 'operator.action') not valid`.execute(
      db,
    )
    app.ctx.testLog.expectError('request.failed')
    expect((await optOut('vase.example')).statusCode).toBe(500)
    await sql`alter table audit_events drop constraint refuses`.execute(db)
    const left = db.selectFrom('stores').select('id').where('id', '=', id)
    expect(await left.execute()).toHaveLength(1)
    expect((await preview('vase.example')).isOptedOut).toBe(false)
  })

  test('can be repeated, and is recorded again', async () => {
    expect((await optOut('lamp.example')).json()).toEqual({ domain: 'lamp.example', stores: 0 })
    expect(await actionsOn('lamp.example')).toHaveLength(2)
  })

  test.each(['10.0.0.1', 'com', 'no domain', 'lamp.example:8080'])(
    'is refused for %j',
    async (domain) => {
      expect((await optOut(domain)).json()).toMatchObject({
        code: 'invalid_request',
        field: 'domain',
      })
    },
  )
})

test('requests of owners are counted until they expire', async () => {
  const { db, now } = app.ctx
  const expires = (ms: number) => new Date(now().getTime() + ms)
  await db
    .insertInto('opt_out_requests')
    .values([
      { domain: 'a.example', token_hash: 'a', expires_at: expires(1000) },
      { domain: 'b.example', token_hash: 'b', expires_at: expires(-1000) },
    ])
    .execute()
  expect((await list()).openRequests).toBe(1)
})
