import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareClosed, compareNoStore, compareShown, type ShownStore } from './recheck-store.ts'

const store = (values: Partial<ShownStore> = {}): ShownStore => ({
  domain: 'lamp.example',
  name: 'Lamp',
  status: 'OPEN',
  country: 'DE',
  currency: 'EUR',
  theme: { id: '1' },
  theme_name: 'Dawn',
  email: 'info@lamp.example',
  product_count: 100,
  launch_status: 'new',
  launch_day: '2026-03-01',
  ...values,
})
const verdicts = (shown: Partial<ShownStore>, seen: Partial<ShownStore>, catalogue = false) =>
  Object.fromEntries(
    Object.entries(compareShown(store(shown), store(seen), { catalogue }))
      .filter(([, { verdict }]) => verdict !== 'correct')
      .map(([field, { verdict }]) => [field, verdict]),
  )

test.each<[string, Partial<ShownStore>, Partial<ShownStore>, Record<string, string>]>([
  ['nothing differs', {}, {}, {}],
  ['www is no other domain', { domain: 'www.lamp.example' }, {}, {}],
  ['a move to another name is an event', {}, { domain: 'chair.example' }, { domain: 'changed' }],
  ['another sub-domain is not', {}, { domain: 'shop.lamp.example' }, { domain: 'wrong' }],
  ['another name', {}, { name: 'Chair' }, { name: 'wrong' }],
  ['a country that is gone', {}, { country: null }, { country: 'wrong' }],
  ['a country that we do not show', { country: null }, {}, { country: 'missing' }],
  ['a country that no source shows', { country: null }, { country: null }, {}],
  ['another currency', {}, { currency: 'USD' }, { currency: 'wrong' }],
  [
    'another theme was published',
    {},
    { theme: { id: '2' }, theme_name: 'Sense' },
    { theme: 'changed' },
  ],
  ['the same theme by another name', {}, { theme_name: 'Sense' }, { theme: 'wrong' }],
  ['an address that is gone', {}, { email: null }, { email: 'wrong' }],
  ['one product more, of few', { product_count: 3 }, { product_count: 4 }, {}],
  ['two per cent more', {}, { product_count: 102 }, {}],
  ['three per cent more', {}, { product_count: 103 }, { productCount: 'wrong' }],
  ['an old shop after all', {}, { launch_status: 'established' }, { launch: 'wrong' }],
  ['launched a day later', {}, { launch_day: '2026-03-02' }, {}],
  ['launched two days later', {}, { launch_day: '2026-03-03' }, { launchDay: 'wrong' }],
  [
    'opened meanwhile',
    { status: 'PASSWORD_PROTECTED', email: null },
    { launch_day: '2026-03-09' },
    { status: 'changed', launchDay: 'changed', email: 'missing' },
  ],
  [
    'behind a password now',
    {},
    { status: 'PASSWORD_PROTECTED', email: null, country: null },
    { status: 'changed' },
  ],
])('%s', (_what, shown, seen, expected) => {
  expect(verdicts(shown, seen)).toEqual(expected)
})

test('a different product count is a change when the catalogue was modified since', () => {
  expect(verdicts({}, { product_count: 130 }, true)).toEqual({ productCount: 'changed' })
})

test('behind a password only fields that are still visible are compared', () => {
  const fields = compareShown(store(), store({ status: 'PASSWORD_PROTECTED' }), { catalogue: true })
  expect(Object.keys(fields).toSorted()).toEqual([
    'domain',
    'launch',
    'launchDay',
    'status',
    'store',
  ])
})

test('a closed shop is a change unless it is already shown as closed', () => {
  expect(compareClosed(store())['status']?.verdict).toBe('changed')
  expect(compareClosed(store({ status: 'CLOSED' }))['status']?.verdict).toBe('correct')
  expect(compareNoStore('other_platform')['store']?.verdict).toBe('wrong')
})

const anyStore = fc.record({
  domain: fc.domain(),
  name: fc.string(),
  status: fc.constantFrom('OPEN' as const, 'PASSWORD_PROTECTED' as const, 'CLOSED' as const),
  country: fc.option(fc.constantFrom('DE', 'TR')),
  currency: fc.option(fc.constantFrom('EUR', 'TRY')),
  theme: fc.option(fc.record({ id: fc.option(fc.constantFrom('1', '2')) })),
  theme_name: fc.option(fc.constantFrom('Dawn', 'Sense')),
  email: fc.option(fc.emailAddress()),
  product_count: fc.option(fc.nat()),
  launch_status: fc.constantFrom('new' as const, 'established' as const),
  launch_day: fc.option(fc.constantFrom('2026-03-01', '2026-03-09')),
})

test('a store compared with itself has no difference; only equal values count as correct', () => {
  fc.assert(
    fc.property(anyStore, anyStore, fc.boolean(), (one, other, catalogue) => {
      const own = Object.values(compareShown(one, one, { catalogue }))
      expect(own.every(({ verdict }) => verdict === 'correct')).toBe(true)
      for (const [field, { verdict, shown, seen }] of Object.entries(
        compareShown(one, other, { catalogue }),
      )) {
        if (['name', 'country', 'currency', 'theme', 'email', 'status', 'launch'].includes(field))
          expect(verdict === 'correct').toBe(shown === seen)
        if (verdict === 'missing') expect(shown).toBeNull()
      }
    }),
  )
})
