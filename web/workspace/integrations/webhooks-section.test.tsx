import { expect, test } from 'vitest'
import { listWebhooks, MAX_WEBHOOKS, type Webhook } from '#contracts/workspace/integrations.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { languages } from '#i18n/languages.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { WebhooksSection } from './integrations-page.tsx'

const webhook: Webhook = {
  id: '8d4e2a52-3c0b-4c7e-9f1e-0a1b2c3d4e5f',
  url: 'https://hooks.example/matches',
  state: 'unused',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastAttemptAt: null,
  lastStatus: null,
}
const tried = { ...webhook, lastAttemptAt: '2026-11-21T10:00:00.000Z' }

type Answer = ResponseOf<typeof listWebhooks>
type Options = {
  answer?: Partial<Answer> | Error
  language?: (typeof languages)[number]
}

function render({ answer, language = 'en' }: Options): string {
  const whole = answer instanceof Error ? answer : { webhooks: [], isIncluded: true, ...answer }
  return renderScreen(<WebhooksSection user={{ hasPassword: true }} />, {
    answers: answer ? [given(listWebhooks, whole)] : [],
    language,
  })
}

test.each([
  ['Not used yet', 'Added Nov 20, 2026', webhook],
  ['Working', 'HTTP 200', { ...tried, state: 'working', lastStatus: 200 } as const],
  ['Failing', 'no answer', { ...tried, state: 'failing' } as const],
  [
    'Paused',
    'Nothing is sent until a test succeeds.',
    { ...tried, state: 'paused', lastStatus: 410 } as const,
  ],
])('a webhook shows its address, its state “%s” and its last attempt', (state, detail, shown) => {
  const html = render({ answer: { webhooks: [shown] } })
  for (const text of [shown.url, state, detail, `Send test to ${shown.url}`])
    expect(html).toContain(text)
})

test('an account at its limit of webhooks cannot add one', () => {
  const webhooks = Array.from({ length: MAX_WEBHOOKS }, (_, at) => ({
    ...webhook,
    id: `${webhook.id}${at}`,
  }))
  const html = render({ answer: { webhooks } })
  expect(html).toContain(`You have ${MAX_WEBHOOKS} webhooks`)
  expect(html).toMatch(/<input[^>]* disabled=""/)
})

test('a plan without webhooks names the plan that has them; earlier webhooks stay, without a test', () => {
  const none = render({ answer: { isIncluded: false } })
  expect(none).toContain('Webhooks come with Plus.')
  expect(none).not.toContain('<form')
  const earlier = render({ answer: { webhooks: [webhook], isIncluded: false } })
  expect(earlier).toContain('nothing is sent to these')
  expect(earlier).toContain(`Delete the webhook ${webhook.url}`)
  expect(earlier).not.toContain('Send test')
})

test.each(languages)('in %s no text is missing', (language) => {
  const webhooks = (['unused', 'working', 'failing', 'paused'] as const).map((state) => ({
    ...tried,
    state,
  }))
  expect(render({ answer: { webhooks }, language })).not.toMatch(/webhooks\.|{{/)
})
