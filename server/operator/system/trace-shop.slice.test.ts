import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { traceShop } from '#contracts/operator/shops.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { insertStore } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'

const { app, operator } = useConsole()

const ask = (shop: string) =>
  operator.send(`/api/operator/shops/trace?shop=${encodeURIComponent(shop)}`)
const trace = async (shop: string) => traceShop.response.parse((await ask(shop)).json())

type Row = Partial<Insertable<Database['candidates']>>

const insertCandidate = (host: string, { outcome = null, ...row }: Row = {}) =>
  app.ctx.db
    .insertInto('candidates')
    .values({
      host,
      stage: 'visit',
      revealed_at: app.ctx.now(),
      log_id: 'daybreak',
      outcome,
      ...row,
      outcome_at: outcome ? app.ctx.now() : null,
    })
    .execute()

async function insertShop(domain: string, values: Parameters<typeof insertStore>[1] = {}) {
  const store = await insertStore(app.ctx.db, { domain, name: domain, ...values })
  const keys = [`host:${domain}`, `host:old-${domain}`]
  if (values.shop) keys.push(`shop:${values.shop}`, `shop_id:${values.shop_id}`)
  await app.ctx.db
    .insertInto('store_keys')
    .values(keys.map((key) => ({ key, store_id: store })))
    .execute()
}

describe('why a shop is not listed', () => {
  test.for([
    ['no log has revealed it', 'nobody.example', () => undefined, 'unseen'],
    ['its name did not point at the platform', 'parked.example', (host: string) => insertCandidate(host, { stage: 'resolve' }), 'unresolved'],
    ['its first visit is due', 'fresh.example', (host: string) => insertCandidate(host), 'waiting'],
    ['it refuses us', 'wall.example', (host: string) => insertCandidate(host, { outcome: 'refused_by_host' }), 'no_answer'],
    ['its robots.txt keeps us out', 'robots.example', (host: string) => insertCandidate(host, { outcome: 'robots' }), 'no_answer'],
    ['other software answers', 'other.example', (host: string) => insertCandidate(host, { outcome: 'other_platform' }), 'no_shop'],
    ['only its www. name is known', 'bare.example', (host: string) => insertCandidate(`www.${host}`, { outcome: 'closed' }), 'no_shop'],
    ['it is an older shop', 'old.example', (host: string) => insertShop(host, { launch_status: 'established' }), 'established'],
    ['it has closed', 'gone.example', (host: string) => insertShop(host, { status: 'CLOSED', launch_status: 'new' }), 'closed'],
    ['it is listed', 'new.example', (host: string) => insertShop(host, { launch_status: 'new' }), 'listed'],
  ] as const)('%s', async ([, domain, arrange, verdict]) => {
    await arrange(domain)
    expect(await trace(domain)).toMatchObject({ name: domain, verdict })
  }) // prettier-ignore

  test('a shop is found under its older domain, its platform name and its number', async () => {
    await insertShop('kiln.example', {
      launch_status: 'new',
      shop: 'kiln.myshopify.com',
      shop_id: '71234',
    })
    const store = { domain: 'kiln.example', status: 'OPEN', launchStatus: 'new' }
    expect(await trace('https://www.old-kiln.example/pages')).toMatchObject({
      verdict: 'moved',
      store,
    })
    expect(await trace('kiln.myshopify.com')).toMatchObject({ verdict: 'listed', store })
    expect(await trace('71234')).toMatchObject({ verdict: 'listed', store })
  })

  test('the way names the log, the times and what the last visit met', async () => {
    const at = app.ctx.now()
    await app.ctx.db
      .insertInto('ct_logs')
      .values({
        log_id: 'harbour',
        description: 'Harbour 2026h2',
        operator: 'Harbour',
        url: 'https://harbour.example/',
        next_index: 1,
        tree_size: 1,
        state: 'active',
        updated_at: at,
      })
      .execute()
    const times = { pointed_at: at, asked_at: at, due_at: at }
    await insertCandidate('way.example', { log_id: 'harbour', outcome: 'throttled', ...times })
    const iso = at.toISOString()
    expect(await trace('way.example')).toEqual({
      name: 'way.example',
      verdict: 'no_answer',
      log: 'Harbour 2026h2',
      outcome: 'throttled',
      store: null,
      revealedAt: iso,
      pointedAt: iso,
      visitedAt: iso,
      nextAt: iso,
    })
  })

  test('a shop whose owner opted out shows nothing else', async () => {
    await insertCandidate('quiet.example', { outcome: 'opt_out' })
    await app.ctx.db
      .insertInto('opt_outs')
      .values({ key: 'host:quiet.example', at: app.ctx.now() })
      .execute()
    expect(await trace('shop.quiet.example')).toMatchObject({ verdict: 'opted_out', outcome: null })
  })

  test.for(['not a name', '127.0.0.1', 'com'])('%s is refused', async (shop) => {
    expect((await ask(shop)).statusCode).toBe(400)
  })
})
