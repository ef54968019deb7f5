import { expect, test } from 'vitest'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { pageOf } from './discovery/store-page.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { startTestWorld, type TestWorld } from '#sim/world-for-tests.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const sim = sharedByTests(() => startTestWorld({ stores: 400, days: 10 }))

type Truth = ReturnType<TestWorld['world']['truths']> extends Iterable<infer Each> ? Each : never

async function snapshotOf({ host }: Truth): Promise<StoreSnapshot> {
  const read = async (path: string) => {
    const { text } = await sim.get(`https://${host}${path}`)
    return pageOf(text, { url: `https://${host}${path}` })
  }
  const paths = ['/policies/legal-notice', '/policies/contact-information']
  const [home, ...contact] = await Promise.all(['/', ...paths].map(read))
  return extractVisit({ home: home ?? null, meta: null, products: null, contact }, host).snapshot
}

const WEEK = [1, 2, 3, 4, 5]

test('extraction finds exactly the terms of the simulated shops', async () => {
  const shops = [...sim.world.truths()]
    .filter(({ kind, habit }) => kind === 'open' && habit === 'plain')
    .slice(0, 120)
  const seen = new Set<string>()
  for (const shop of shops) {
    const found = await snapshotOf(shop)
    const { terms } = shop
    const days = terms.openingHours?.startsWith('Mo-Sa') ? [...WEEK, 6] : WEEK
    expect({
      markets: found.markets?.value ?? [],
      freeShipping: found.freeShipping?.value ?? null,
      rating: found.rating?.value ?? null,
      days: found.openingHours?.value[0]?.days ?? null,
      returns: found.furtherAddresses.map(({ value }) => value),
      registration: found.registrations[0]?.value ?? null,
      payLater: found.payLater.map(({ value }) => value.id),
    }).toEqual({
      markets: terms.markets,
      freeShipping: terms.freeShipping,
      rating: terms.rating && { ...terms.rating, best: 5 },
      days: terms.openingHours === null ? null : days,
      returns: terms.returnsAddress === null ? [] : [terms.returnsAddress],
      registration: terms.registration,
      payLater: shop.payments.includes('klarna') ? ['klarna'] : [],
    })
    for (const [key, value] of Object.entries(terms)) if (value !== null) seen.add(key)
  }
  expect([...seen]).toHaveLength(6)
})
