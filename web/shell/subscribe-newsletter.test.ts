import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { createQueryClient } from '#web/api/query.ts'
import type { Transport } from '#web/api/transport.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { toastStore } from '#web/lib/toast.ts'
import { subscribeNewsletter } from './subscribe-newsletter.ts'

const read = (namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../../i18n/locales/en/${namespace}.json`, import.meta.url), 'utf8'),
  )
const [footer, errors] = [read('footer'), read('errors')]
const i18n = createI18n('en', { en: { footer, errors } })
const refusal = (code: string, message: string, status: number) =>
  new ApiError(code, message, { status, requestId: 'r' })

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
  [refusal('rate_limited', 'Too many requests.', 429), 'Too many requests.'],
  [refusal('network', '', 0), errors.network],
  [refusal('internal', '', 500), footer.newsletter.failed.text],
  [new Error('unforeseen'), footer.newsletter.failed.text],
])('%s is shown in a toast, and the address stays', async (error, description) => {
  const { isTaken, toast } = await subscribe('ada@example.test', error)
  expect(isTaken).toBe(false)
  expect(toast).toMatchObject({ kind: 'error', title: footer.newsletter.failed.title, description })
})
