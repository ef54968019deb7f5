import { expect, test } from 'vitest'
import { numberedPage } from '#contracts/paging.ts'
import { listDeliveries, type LoggedDelivery } from '#contracts/workspace/deliveries.ts'
import { languages } from '#i18n/languages.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { DeliveryLog } from './deliveries-page.tsx'

const sent: LoggedDelivery = {
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
  channel: 'mail',
  kind: 'digest',
  subject: 'Your week in new stores: 12',
  target: 'ada@example.test',
  messageId: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e50',
  at: '2026-11-20T10:00:00.000Z',
  outcome: 'sent',
  status: null,
  reason: null,
  nextAt: null,
}
const failed: LoggedDelivery = {
  ...sent,
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e51',
  channel: 'webhook',
  kind: 'saved_search.matched',
  subject: 'Lamps',
  target: 'https://hooks.example/a',
  outcome: 'failed',
  status: 503,
  reason: 'status',
  nextAt: '2026-11-20T10:01:00.000Z',
}

const render = (
  content: LoggedDelivery[],
  {
    address = '/',
    query = {},
    ...options
  }: Parameters<typeof renderScreen>[1] & { query?: object } = {},
) =>
  renderScreen(<DeliveryLog />, {
    address,
    answers: [
      given(listDeliveries, numberedPage(content, { page: 0, size: 20, total: content.length }), {
        query: { page: '0', ...query },
      }),
    ],
    ...options,
  })

test('an attempt says what it was, where it went, and how it ended', () => {
  const html = render([failed, sent])
  for (const text of [
    'Lamps',
    'https://hooks.example/a',
    'The receiver answered HTTP 503. Next try: Nov 20, 2026, 10:01',
    'Your week in new stores: 12',
    'ada@example.test',
    'Delivered',
  ])
    expect(html.replaceAll('\u202f', ' ')).toContain(text)
})

test('a failure that is not repeated and a pause say so', () => {
  const mailbox = { ...sent, outcome: 'failed', reason: 'mailbox', status: 550 } as const
  expect(render([mailbox])).toContain('Answer: SMTP 550. It is not tried again.')
  const paused = { ...failed, outcome: 'paused', status: 410, nextAt: null } as const
  expect(render([paused])).toContain('nothing is sent there until a test succeeds')
})

test('a delivery without a subject is named by its kind, and an empty log says so', () => {
  expect(render([{ ...failed, kind: 'test', subject: null }])).toContain('>Test<')
  expect(render([])).toContain('Nothing was sent in this time.')
  const query = { channel: 'webhook', failed: 'yes' }
  expect(render([], { address: '/?channel=webhook&failed=yes', query })).toContain(
    'No message of this kind',
  )
})

test.each(languages)('in %s no text is missing', (language) => {
  const html = render([failed, { ...sent, subject: null }], { language })
  expect(html).not.toMatch(/reasons\.|states\.|untitled\.|{{/)
})
