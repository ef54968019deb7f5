import { describe, expect, test, vi } from 'vitest'
import { IDENTITY_CHANNEL } from '#contracts/accounts/auth.ts'
import { IdentityPopupError, type IdentityPopupOptions, requestIdToken } from './identity-popup.tsx'

const answer = { authorizationUrl: 'https://issuer.example/authorize?nonce=1', state: 'mine' }
const transport = async () => answer

function openFake(options: IdentityPopupOptions = {}, ask: () => Promise<object> = transport) {
  const popup = { closed: false, close: vi.fn<() => void>(), location: { href: '' } }
  const browser = { hasFocus: false }
  const outcome = requestIdToken(ask, {
    openWindow: () => popup,
    hasFocus: () => browser.hasFocus,
    checkEveryMs: 1,
    ...options,
  })
  return { popup, browser, outcome }
}

async function answerWith(answers: object[], outcome: Promise<unknown>) {
  using channel = closing(new BroadcastChannel(IDENTITY_CHANNEL))
  const heard: unknown[] = []
  channel.onmessage = ({ data }) => heard.push(data)
  const speaking = setInterval(() => {
    for (const given of answers) channel.postMessage({ kind: 'answered', ...given })
  }, 1)
  const result = await outcome
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  clearInterval(speaking)
  return { result, heard }
}

const closing = (channel: BroadcastChannel) =>
  Object.assign(channel, { [Symbol.dispose]: () => channel.close() })

describe('the sign-in window', () => {
  test(
    'opens before any request, loads the provider and returns its token',
    { tags: ['calls.google-signin-popup'] },
    async () => {
      const { popup, outcome } = openFake()
      expect(popup.location.href).toBe('')
      const { result, heard } = await answerWith(
        [
          { idToken: 'stolen', state: 'theirs' },
          { state: '' },
          { idToken: 'sealed', state: 'mine' },
        ],
        outcome,
      )
      expect(result).toEqual({ kind: 'token', idToken: 'sealed' })
      expect(heard[0]).toEqual({ kind: 'taken', state: 'mine' })
      expect(popup.location.href).toBe(answer.authorizationUrl)
      expect(popup.close).toHaveBeenCalledOnce()
    },
  )

  test.each([
    [{ error: 'access_denied' }, { kind: 'cancelled' }],
    [
      { error: 'server_error' },
      { kind: 'failed', error: new IdentityPopupError('refused', 'server_error') },
    ],
    [{}, { kind: 'failed', error: new IdentityPopupError('refused', 'no token') }],
  ])('turns the answer %j into %j', async (given, expected) => {
    expect((await answerWith([{ state: 'mine', ...given }], openFake().outcome)).result).toEqual(
      expected,
    )
  })

  test('ends the wait when the user closes it', async () => {
    const { popup, browser, outcome } = openFake()
    popup.closed = true
    browser.hasFocus = true
    expect(await outcome).toEqual({ kind: 'cancelled' })
  })

  test('still answers when it only seems closed because the provider severed it from its opener', async () => {
    const { popup, outcome } = openFake()
    popup.closed = true
    const { result } = await answerWith([{ idToken: 'sealed', state: 'mine' }], outcome)
    expect(result).toEqual({ kind: 'token', idToken: 'sealed' })
  })

  test.each([
    ['it is left unused', { timeoutMs: 1 }, 'timed_out'],
    ['the browser blocks it', { openWindow: () => null }, 'blocked'],
  ] as const)('fails when %s', async (_, options, reason) => {
    expect(await openFake(options).outcome).toEqual({
      kind: 'failed',
      error: new IdentityPopupError(reason),
    })
  })

  test('closes with the page that opened it', async () => {
    const leaving = new AbortController()
    const { popup, outcome } = openFake({ signal: leaving.signal })
    leaving.abort()
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(popup.close).toHaveBeenCalledOnce()
  })

  test('closes when the sign-in cannot start', async () => {
    const error = new Error('down')
    const { popup, outcome } = openFake({}, () => Promise.reject(error))
    expect(await outcome).toEqual({ kind: 'failed', error })
    expect(popup.close).toHaveBeenCalledOnce()
  })
})
