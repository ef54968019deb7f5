import { expect, test } from 'vitest'
import { ChangeKind, getStoreTimeline } from '#contracts/catalog/timeline.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { apiError } from '#testing/api-error.ts'
import { bareStore, exampleEvent } from '#testing/example-details.ts'
import { all, renderScreen, textOf } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { CHANGE_GROUPS, readKinds, toggled, withKinds } from './timeline-filter.tsx'
import { timelineKey, TimelineTab } from './timeline-tab.tsx'

const { t } = textsOf('en')
type Page = ResponseOf<typeof getStoreTimeline>

const page: Page = getStoreTimeline.response.parse({
  days: [
    {
      day: '2026-11-20',
      events: [
        exampleEvent({ id: 's5', item: 'Klaviyo' }),
        exampleEvent({
          id: 's4',
          kind: 'theme_changed',
          before: 'Dawn',
          after: 'Sense',
          strength: 'weak',
        }),
        exampleEvent({
          id: 'p1',
          kind: 'price_up',
          products: {
            total: 7,
            named: [
              { id: '1-77', title: 'Moon Lamp', before: '20.00', after: '25.00', currency: 'EUR' },
            ],
          },
        }),
      ],
    },
    {
      day: '2026-11-18',
      events: [exampleEvent({ id: 's2', kind: 'currency_changed', before: 'EUR', after: 'USD' })],
    },
  ],
  next: null,
  contactsLimited: false,
})

type Options = {
  kinds?: readonly ChangeKind[]
  pages?: readonly Page[] | Error
}

function render({ kinds = [], pages }: Options): string {
  const address = `/list/lamp?${withKinds(new URLSearchParams('tab=timeline'), kinds)}`
  const answer =
    pages instanceof Error ? pages : pages && { pages, pageParams: pages.map(() => '') }
  return renderScreen(<TimelineTab store={bareStore} />, {
    address,
    answers: answer ? [{ queryKey: timelineKey(bareStore.id, kinds), answer }] : [],
  })
}

test('changes are grouped by day, with their values, strength and evidence', () => {
  const html = render({ pages: [page] })
  const text = textOf(html)
  for (const shown of [
    'Klaviyo',
    t('list:changes.theme_changed'),
    t('store-details:timeline.fromTo', { before: 'Dawn', after: 'Sense' }),
    t('store-details:timeline.weak'),
    t('store-details:timeline.count_other', { total: '7' }),
    'Moon Lamp',
    t('store-details:timeline.fromTo', { before: '€20.00', after: '€25.00' }),
    t('store-details:timeline.more_other', { total: '6' }),
    'Euro (EUR)',
    t('store-details:timeline.end'),
  ])
    expect(text).toContain(shown)
  expect(html).toContain('href="/product/1-77"')
  expect(all(html, /<time dateTime="(\d{4}-\d\d-\d\d)"/g)).toEqual(['2026-11-20', '2026-11-18'])
  expect(text).not.toContain(t('store-details:timeline.earlier'))
})

test('earlier days are one click away, and hidden contacts are explained', () => {
  const text = textOf(render({ pages: [{ ...page, next: '2026-11-18', contactsLimited: true }] }))
  expect(text).toContain(t('store-details:timeline.earlier'))
  expect(text).toContain(t('store-details:timeline.limited'))
  expect(text).not.toContain(t('store-details:timeline.end'))
})

test('the filter shows the kinds of the address as chosen', () => {
  const html = render({ kinds: ['app_added', 'app_removed'], pages: [page] })
  expect(textOf(html)).toContain(t('store-details:timeline.chosen_other', { kinds: '2' }))
  expect(html.match(/<input[^>]* checked=""/g)).toHaveLength(2)
  expect(html.match(/type="checkbox"/g)).toHaveLength(
    ChangeKind.options.length + CHANGE_GROUPS.length,
  )
})

test.each<[string, Options, Parameters<typeof t>[0]]>([
  ['nothing happened yet', { pages: [{ ...page, days: [] }] }, 'store-details:timeline.empty'],
  [
    'no change is of the chosen kinds',
    { kinds: ['moved'], pages: [{ ...page, days: [] }] },
    'store-details:timeline.emptyFiltered',
  ],
  ['the call failed', { pages: apiError('internal', 500) }, 'store-details:timeline.failed'],
])('when %s, the tab says so', (_when, options, key) => {
  expect(textOf(render(options))).toContain(t(key))
})

test('the address keeps the other parameters and names each kind once', () => {
  const params = withKinds(new URLSearchParams('tab=timeline'), ['opened', 'closed'])
  expect(String(params)).toBe('tab=timeline&kinds=opened%2Cclosed')
  expect(readKinds(params)).toEqual(['opened', 'closed'])
  expect(readKinds(new URLSearchParams('kinds=closed,moon,closed'))).toEqual(['closed'])
  expect(String(withKinds(params, []))).toBe('tab=timeline')
  expect(String(withKinds(params, ChangeKind.options))).toBe('tab=timeline')
})

test('a group is chosen and taken away at once', () => {
  const kinds = CHANGE_GROUPS.find(({ name }) => name === 'technology')?.kinds ?? []
  const chosen = toggled(['closed'], kinds, true)
  expect(chosen).toHaveLength(kinds.length + 1)
  expect(toggled(chosen, kinds, false)).toEqual(['closed'])
  expect(toggled(chosen, ['closed'], false)).toHaveLength(kinds.length)
})
