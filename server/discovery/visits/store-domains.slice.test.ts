import { describe, expect, test } from 'vitest'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { countFirstVisits } from '#server/discovery/candidates.ts'
import { fact, type ShopSeed, storeVisit } from '#testing/snapshots.ts'
import { recordVisits } from './record-visits.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
const { candidateOf, candidateRow, claim, store, stores, eventKinds } = visitsIn(ctx)

const torch = storeVisit({ host: 'torch.example' })
const visit = async (host: string, result: ProbeResult) =>
  recordVisits(ctx, [{ candidate: await candidateOf(host), result }])

test('a store that answers under another name has moved, and its old host records the move', async () => {
  await visit('lamp.example', storeVisit())
  await visit('lamp.example', torch)
  expect(await stores()).toMatchObject([{ domain: 'torch.example' }])
  expect(await eventKinds()).toEqual(['found', 'moved'])
  const moved = await ctx.db
    .selectFrom('store_events')
    .select(['source_url', 'before', 'after'])
    .where('kind', '=', 'moved')
    .executeTakeFirst()
  expect(moved).toEqual({
    source_url: 'https://torch.example/',
    before: 'lamp.example',
    after: 'torch.example',
  })
  expect((await candidateRow('lamp.example')).outcome).toBe('moved')
})

const claiming = (domain: string, seed: ShopSeed): ProbeResult => {
  const result = storeVisit(seed)
  return { ...result, snapshot: { ...result.snapshot, domain: fact(domain) } }
}

test('a store that answers at a second domain too has not moved, however often both are visited', async () => {
  for (const host of ['lamp.example', 'lampe.example', 'lamp.example', 'lampe.example'])
    await visit(host, claiming('lamp.example', { host }))
  expect(await stores()).toMatchObject([{ domain: 'lamp.example', moved_here: false }])
  expect(await eventKinds()).toEqual(['found'])
  await visit('lampe.example', { kind: 'not_a_store', reason: 'closed' })
  expect(await stores()).toMatchObject([{ status: 'OPEN' }])
})

describe('a store that was reached only through a redirect', () => {
  const closed: ProbeResult = { kind: 'not_a_store', reason: 'closed' }
  const planned = () =>
    ctx.db
      .selectFrom('candidates')
      .select(['due_at', 'revealed_at', 'store_id', 'outcome'])
      .where('host', '=', 'torch.example')
      .execute()
  const visitPlanned = async (result: ProbeResult) => {
    const [candidate] = await claim(1, 1_000)
    if (candidate?.host !== 'torch.example') throw new Error('its domain is not due')
    await recordVisits(ctx, [{ candidate, result }])
  }

  test.each<[string, ProbeResult]>([
    ['closes', closed],
    ['passes to other software', { kind: 'not_a_store', reason: 'other_platform' }],
  ])('is visited at its own domain, once, when the redirecting host %s', async (_, result) => {
    await visit('lamp.example', torch)
    expect(await planned()).toEqual([])
    await visit('lamp.example', result)
    const { id: store_id, status } = await store()
    expect(status).toBe('OPEN')
    expect(await planned()).toEqual([
      { due_at: ctx.now(), revealed_at: REVEALED, store_id, outcome: expect.any(String) },
    ])
    expect(await countFirstVisits(ctx.db, 10)).toBe(0)
    await visitPlanned(torch)
    const [{ due_at: next } = {}] = await planned()
    expect(await stores()).toMatchObject([{ status: 'OPEN', domain: 'torch.example' }])
    await visit('lamp.example', result)
    expect(await planned()).toMatchObject([{ due_at: next }])
  })

  test('is closed when its own domain says so', async () => {
    await visit('lamp.example', torch)
    await visit('lamp.example', closed)
    await visitPlanned({ kind: 'not_a_store', reason: 'no_shop' })
    expect(await stores()).toMatchObject([{ status: 'CLOSED' }])
  })

  test('keeps the pause that its own domain asked for', async () => {
    await visit('torch.example', { kind: 'retry', cause: 'refused_by_host', afterMs: 0 })
    const [pause] = await planned()
    await visit('lamp.example', torch)
    await visit('lamp.example', closed)
    expect(await planned()).toEqual([{ ...pause, store_id: (await store()).id }])
  })
})

describe('a host that may name any shop, because it is not the platform’s', () => {
  const forged = (host: string): ProbeResult => ({
    ...storeVisit({ host, email: 'thief@evil.example' }),
    isOffPlatform: true,
  })

  test('does not take over a store that we know at another domain', async () => {
    await visit('lamp.example', storeVisit())
    const before = await stores()
    await visit('evil.example', forged('evil.example'))
    expect(await stores()).toEqual(before)
    expect((await candidateRow('evil.example')).outcome).toBe('unclear')
  })

  test('neither by its theme’s pages, on the platform', async () => {
    await visit('lamp.example', storeVisit())
    const before = await stores()
    const { snapshot, ...result } = storeVisit({ host: 'evil.example' })
    const shopId = fact('70000000001')
    await visit('evil.example', { ...result, snapshot: { ...snapshot, shopId } })
    expect(await stores()).toEqual(before)
  })

  test('is believed for a new store, for its own store, and when the store’s own domain leads there', async () => {
    await visit('lamp.example', forged('lamp.example'))
    await visit('lamp.example', forged('www.lamp.example'))
    await visit('lamp.example', forged('torch.example'))
    expect(await stores()).toMatchObject([{ domain: 'torch.example', email: 'thief@evil.example' }])
  })
})

describe('a domain that passes to another shop', () => {
  const first = storeVisit()
  const second = storeVisit({ shopId: '70000000031' })
  const walks = () =>
    ctx.db
      .selectFrom('catalogue_walks')
      .select(['store_id', 'due_at'])
      .orderBy('store_id')
      .execute()

  test('closes the store that it belonged to, and ends the walk through its catalogue', async () => {
    await visit('lamp.example', first)
    await visit('lamp.example', second)
    expect(await stores()).toMatchObject([
      { status: 'CLOSED' },
      { status: 'OPEN', domain: 'lamp.example' },
    ])
    expect(await eventKinds()).toEqual(['found', 'found', 'closed'])
    expect(await walks()).toMatchObject([{ due_at: null }, { due_at: expect.any(Date) }])
  })

  test('closes it later too, when its visit could not tell whose the host is', async () => {
    await visit('lamp.example', first)
    await visit('lamp.example', { ...second, isOffPlatform: true })
    expect(await stores()).toMatchObject([{ status: 'OPEN' }, { status: 'OPEN' }])
    await visit('lamp.example', second)
    expect(await stores()).toMatchObject([{ status: 'CLOSED' }, { status: 'OPEN' }])
  })

  test('leaves a store alone that the same visits found at its new domain', async () => {
    await visit('lamp.example', first)
    const [old, moved] = [await candidateOf('lamp.example'), await candidateOf('torch.example')]
    await recordVisits(ctx, [
      { candidate: old, result: second },
      { candidate: moved, result: torch },
    ])
    expect(await stores()).toMatchObject([
      { status: 'OPEN', domain: 'torch.example' },
      { status: 'OPEN', domain: 'lamp.example' },
    ])
  })
})

test('a domain that a page claims counts only when it led to the store; the claim stays as a fact', async () => {
  await visit('evil.example', claiming('famous.example', { host: 'evil.example' }))
  const www = { shopId: '70000000024', host: 'www.lamp.example' }
  await visit('lamp.example', claiming('lamp.example', www))
  expect((await stores()).map(({ domain }) => domain)).toEqual(['evil.example', 'lamp.example'])
  const facts = await ctx.db
    .selectFrom('store_facts')
    .select('value')
    .where('key', '=', 'domain')
    .orderBy('store_id')
    .execute()
  expect(facts.map(({ value }) => value)).toEqual(['famous.example', 'lamp.example'])
})
