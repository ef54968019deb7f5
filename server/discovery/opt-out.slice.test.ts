import { emptyTables } from '#testing/factories.ts'
import type { StoreId } from '#contracts/ids.ts'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { isOptedOut, isOptedOutUrl } from '#server/opt-out/opt-out-list.ts'
import type { ReadProofs } from '#server/opt-out/proofs.ts'
import { storeVisit } from '#testing/snapshots.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { codeOf, refusal, startTestApp } from '#testing/test-app.ts'
import { createClientsTo } from '#testing/discovery/clients-to.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'

let published: Awaited<ReturnType<ReadProofs>>
let looked: string[]
const app = sharedByTests(async () =>
  startTestApp({
    config: { DATA_DIR: await createTempFolder('storedawn-opt-out-') },
    readProofs: async (domain, method) => {
      looked.push(`${method} ${domain}`)
      return published
    },
  }),
)
beforeEach(async () => {
  published = { kind: 'read', texts: [] }
  looked = []
  await emptyDiscovery(app.ctx.db)
  await emptyTables(app.ctx, 'audit_events', 'request_limits')
  app.ctx.clock.advance(61_000) // the list of an earlier test is forgotten
})

const post = (path: string, payload: object, language = 'en') =>
  app.anonymous({
    method: 'POST',
    url: `/api/public/opt-out${path}`,
    payload,
    headers: { 'accept-language': language },
  })
const begin = async (domain: string) => (await post('', { domain })).json()
const confirm = (domain: string, method = 'dns') => post('/confirm', { domain, method })
const proofOf = (task: { dnsRecord: { value: string } }) => ({
  kind: 'read' as const,
  texts: ['v=spf1 -all', task.dnsRecord.value],
})

const visits = () => visitsIn(app.ctx)
const visit = (host: string, result: ProbeResult = storeVisit()) =>
  visits().visit(host, result, app.ctx.now())

async function rowsOf(storeId: StoreId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'store_id' and table_schema = current_schema()`.execute(app.ctx.db)
  const counts = rows.map(async ({ name }) => {
    const found =
      await sql`select 1 from ${sql.table(name)} where store_id = ${storeId} limit 1`.execute(
        app.ctx.db,
      )
    return found.rows.length > 0 ? [name] : []
  })
  return (await Promise.all(counts)).flat()
}

describe('requesting an opt-out', () => {
  test('returns the proof to publish, valid for a week, and stores only a digest of the token', async () => {
    const answer = await post('', { domain: ' https://WWW.Lamp.example/ ' })
    expect(answer.statusCode).toBe(200)
    const task = answer.json()
    expect(task).toMatchObject({
      domain: 'lamp.example',
      dnsRecord: {
        name: '_storedawn.lamp.example',
        type: 'TXT',
        value: `storedawn-opt-out=${task.token}`,
      },
      metaTag: `<meta name="storedawn-opt-out" content="${task.token}">`,
      methods: ['dns', 'meta', 'mail'],
    })
    expect((await post('', { domain: 'lamp.myshopify.com' })).json().methods).toEqual([
      'meta',
      'mail',
    ])
    expect(Date.parse(task.expiresAt) - app.ctx.now().getTime()).toBe(7 * 86_400_000)
    const stored = JSON.stringify(
      await app.ctx.db.selectFrom('opt_out_requests').selectAll().execute(),
    )
    expect(stored).not.toContain(task.token)
  })

  test.each(['localhost', '127.0.0.1', '[::1]', 'co.uk', 'myshopify.com', 'lamp.example:8443', 'a b.example', 'user@lamp.example', '..', `${'a'.repeat(299)}.de`])(
    '%s is refused as a domain',
    async (domain) => {
      const answer = await post('', { domain }, 'de')
      expect(refusal(answer)).toEqual([400, 'invalid_request', 'domain'])
    },
  ) // prettier-ignore

  test('is rate-limited per network', async () => {
    const codes: number[] = []
    for (let count = 0; count < 21; count += 1)
      codes.push((await post('', { domain: 'lamp.example' })).statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(20)
    const refused = await post('', { domain: 'lamp.example' })
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each<[string, Awaited<ReturnType<ReadProofs>>, number, string, string]>([
    ['is not there', { kind: 'read', texts: ['storedawn-opt-out=of-somebody-else'] }, 409, 'proof_missing', 'Nachweis'],
    ['cannot be looked for', { kind: 'unreachable' }, 502, 'proof_unreachable', 'nicht erreichbar'],
  ])('a proof that %s changes nothing and is reported', async (_, found, status, code, words) => {
    await begin('lamp.example')
    published = found
    const answer = await post('/confirm', { domain: 'lamp.example', method: 'dns' }, 'de')
    expect(codeOf(answer)).toEqual([status, code])
    expect(answer.json().message).toContain(words)
    expect(await isOptedOut(app.ctx, 'lamp.example')).toBe(false)
  }) // prettier-ignore

  test('a proof is invalid for another domain, after a week, and without a request', async () => {
    expect((await confirm('lamp.example')).json().code).toBe('not_found')
    expect(looked).toEqual([])
    const task = await begin('lamp.example')
    await begin('torch.example')
    published = proofOf(task)
    expect((await confirm('torch.example')).json().code).toBe('proof_missing')
    app.ctx.clock.advance(7 * 86_400_000)
    expect((await confirm('lamp.example')).json().code).toBe('not_found')
  })

  test('a later request by a stranger does not cancel the owner’s request', async () => {
    const task = await begin('lamp.example')
    await begin('lamp.example')
    published = proofOf(task)
    expect((await confirm('lamp.example', 'meta')).json()).toEqual({
      domain: 'lamp.example',
      optedOut: true,
      storesErased: 0,
    })
    expect(looked).toEqual(['meta lamp.example'])
    expect((await confirm('lamp.example')).json()).toMatchObject({
      optedOut: true,
      storesErased: null,
    })
    expect(looked).toHaveLength(1)
  })
})

describe('a domain that opted out', () => {
  async function optOut(domain: string): Promise<void> {
    published = proofOf(await begin(domain))
    expect((await confirm(domain)).statusCode).toBe(200)
  }

  test('loses all data of its store in every table, while other stores stay', async () => {
    const { db } = app.ctx
    const torch = { shopId: '70000000002', host: 'torch.example' }
    await visit('lamp.example', storeVisit({ productTitles: ['Lamp'] }))
    await visit('torch.example', storeVisit({ ...torch, productTitles: ['Lamp'] }))
    const { id } = await visits().store()
    expect(await rowsOf(id)).toEqual(
      expect.arrayContaining(['candidates', 'products', 'store_keys', 'store_events']),
    )
    await optOut('www.lamp.example')
    expect(await rowsOf(id)).toEqual([])
    expect(await db.selectFrom('candidates').select('host').execute()).toEqual([
      { host: 'torch.example' },
    ])
    const audited = db.selectFrom('audit_events').where('kind', '=', 'opt_out.confirmed')
    expect(await audited.select('kind').execute()).toHaveLength(1)
  })

  test.each([
    ['lamp.example', true],
    ['www.lamp.example', true],
    ['shop.lamp.example', true],
    ['LAMP.example.', true],
    ['old-lamp.example', true],
    ['shop-70000000001.myshopify.com', true],
    ['alamp.example', false],
    ['torch.example', false],
    ['shop-7.myshopify.com', false],
  ])('%s is no longer visited: %s', async (host, expected) => {
    await visit('old-lamp.example')
    await optOut('lamp.example')
    expect(await isOptedOut(app.ctx, host)).toBe(expected)
  })

  test('its files on the platform’s servers are no longer fetched either', async () => {
    await visit('lamp.example', storeVisit({ shopId: '78240940356' }))
    await optOut('lamp.example')
    const isLeftOut = (shop: string) => {
      const url = `https://cdn.shopify.com/s/files/1/${shop}/files/logo.png?v=1`
      return isOptedOutUrl(app.ctx, new URL(url))
    }
    expect(await isLeftOut('0782/4094/0356')).toBe(true)
    expect(await isLeftOut('0782/4094/0357')).toBe(false)
  })

  test('stays erased when a certificate names it again, and when it appears under an unknown name', async () => {
    await visit('lamp.example')
    await optOut('lamp.example')
    await visit('lamp.example')
    await visit('new-name.example', storeVisit({ host: 'new-name.example' }))
    expect(await visits().stores()).toEqual([])
    const rows = await app.ctx.db
      .selectFrom('candidates')
      .select(['host', 'outcome', 'due_at', 'store_id'])
      .orderBy('host')
      .execute()
    const left = { outcome: 'opt_out', due_at: null, store_id: null }
    expect(rows).toEqual(['lamp.example', 'new-name.example'].map((host) => ({ host, ...left })))
  })

  test('a visit in progress when it opts out writes nothing', async () => {
    const { ctx } = app
    const candidate = await visits().candidateOf('lamp.example', ctx.now())
    const writes = Array.from({ length: 6 }, (_, n) =>
      visits().record(candidate, storeVisit({ shopId: `7000000001${n}` })),
    )
    await Promise.all([...writes, eraseDomain(ctx, 'lamp.example')])
    expect(await visits().stores()).toEqual([])
    expect(await ctx.db.selectFrom('products').select('store_id').execute()).toEqual([])
  })

  test('a stranger whose domain led to a store cannot erase the store', async () => {
    await visit('stranger.example')
    await optOut('stranger.example')
    expect(await visits().stores()).toMatchObject([{ domain: 'lamp.example' }])
    expect(await isOptedOut(app.ctx, 'lamp.example')).toBe(false)
    expect(await isOptedOut(app.ctx, 'stranger.example')).toBe(true)
  })

  test('another process sees it within a minute', { tags: ['check-57'] }, async () => {
    const { ctx } = app
    const other = { db: ctx.db.withoutPlugins(), now: ctx.now }
    expect(await isOptedOut(other, 'lamp.example')).toBe(false)
    await eraseDomain(ctx, 'lamp.example')
    ctx.clock.advance(60_000)
    expect(await isOptedOut(other, 'lamp.example')).toBe(true)
  })

  test(
    'no connection is made to it, by a visit or through a redirect',
    { tags: ['check-57'] },
    async () => {
      const hosts: string[] = []
      const shops = createServer((request, response) => {
        hosts.push(request.headers.host ?? '')
        response.writeHead(302, { location: 'http://23.227.38.66/' }).end()
      })
      await using outside = await createClientsTo(shops, app.ctx)
      await app.ctx.db
        .insertInto('opt_outs')
        .values({ key: 'host:23.227.38.66', at: app.ctx.now() })
        .execute()
      const signal = AbortSignal.timeout(20_000)
      const probe = (host: string) => outside.probe({ host, revealedAt: new Date() }, signal)
      expect(await probe('23.227.38.66')).toEqual({ kind: 'never', cause: 'opt_out' })
      expect(await probe('23.227.38.65')).toEqual({ kind: 'never', cause: 'opt_out' })
      const visited = outside.startVisit('23.227.38.66', { maxRequests: 3, signal })
      expect(await visited.get('/')).toMatchObject({ kind: 'ended', result: { cause: 'opt_out' } })
      shops.close()
      expect(new Set(hosts)).toEqual(new Set(['23.227.38.65']))
    },
  )
})
