import { beforeEach, expect, test, vi } from 'vitest'
import errors from '#i18n/locales/en/errors.json' with { type: 'json' }
import footer from '#i18n/locales/en/footer.json' with { type: 'json' }
import { apiError } from '#testing/api-error.ts'
import { createQueryClient } from '#web/api/query.ts'
import type { Transport } from '#web/api/transport.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { toastStore } from '#web/lib/toast.ts'
import { subscribeNewsletter } from './subscribe-newsletter.ts'

const i18n = createI18n('en', { en: { footer, errors } })

beforeEach(() => toastStore.set([]))

async function subscribe(typed: string, answer: unknown = { message: 'ok' }) {
  const transport = vi.fn<Transport>(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const isTaken = await subscribeNewsletter(createQueryClient(transport), i18n, typed)
  const [toast, ...others] = toastStore.current()
  expect(others).toEqual([])
  return { isTaken, calls: transport.mock.calls, toast }
}

test.each(['', '   ', ' \t '])(
  'submitting %j asks for an address and sends nothing',
  { tags: ['newsletter.empty'] },
  async (typed) => {
    const { isTaken, calls, toast } = await subscribe(typed)
    expect([isTaken, calls]).toEqual([false, []])
    expect(toast).toMatchObject({
      kind: 'error',
      title: 'Email Required',
      description: 'Please enter your email address to subscribe.',
    })
  },
)

test('an invalid address is not sent either', async () => {
  const { isTaken, calls, toast } = await subscribe('ada@example')
  expect([isTaken, calls]).toEqual([false, []])
  expect(toast).toMatchObject({ kind: 'error', title: footer.newsletter.invalid.title })
})

test(
  'an address is sent trimmed, and the toast names the remaining step',
  { tags: ['newsletter.success'] },
  async () => {
    const { isTaken, calls, toast } = await subscribe(' ada@example.test ')
    expect(isTaken).toBe(true)
    expect(calls).toEqual([
      [
        expect.objectContaining({
          method: 'POST',
          path: '/api/newsletter/subscribe',
          body: { email: 'ada@example.test' },
        }),
      ],
    ])
    expect(toast).toMatchObject({ kind: 'success', title: 'Successfully Subscribed!' })
    expect(toast?.description).toMatch(/confirm/)
  },
)

test.each([
  [apiError('rate_limited', 429, { message: 'Too many requests.' }), 'Too many requests.'],
  [apiError('network', 0), errors.network],
  [apiError('internal', 500), footer.newsletter.failed.text],
  [new Error('unforeseen'), footer.newsletter.failed.text],
])('%s is shown in a toast, and the address stays', async (error, description) => {
  const { isTaken, toast } = await subscribe('ada@example.test', error)
  expect(isTaken).toBe(false)
  expect(toast).toMatchObject({ kind: 'error', title: footer.newsletter.failed.title, description })
})
