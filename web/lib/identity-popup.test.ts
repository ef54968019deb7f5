import { describe, expect, test, vi } from 'vitest'
import { IDENTITY_CHANNEL } from '#contracts/identity-window.ts'
import { IdentityPopupError, requestIdToken, type IdentityPopupOptions } from './identity-popup.ts'

const answer = { authorizationUrl: 'https://issuer.example/authorize?nonce=1', state: 'mine' }
const transport = async () => answer

/** The provider's window, and what the browser says of it. */
function openFake(options: IdentityPopupOptions = {}) {
  const popup = { closed: false, close: vi.fn<() => void>(), location: { href: '' } }
  const browser = { hasFocus: false }
  const outcome = requestIdToken(transport, {
    openWindow: () => popup,
    hasFocus: () => browser.hasFocus,
    lookEveryMs: 1,
    ...options,
  })
  return { popup, browser, outcome }
}

/** The last page of the window, which keeps speaking until it is heard: the page may not listen yet. */
async function answerWith(fragments: string[], outcome: Promise<unknown>) {
  using channel = closing(new BroadcastChannel(IDENTITY_CHANNEL))
  const heard: unknown[] = []
  channel.onmessage = ({ data }) => heard.push(data)
  const speaking = setInterval(() => {
    for (const fragment of fragments) channel.postMessage({ kind: 'answered', fragment })
  }, 1)
  const result = await outcome
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0))
  clearInterval(speaking)
  return { result, heard }
}

const closing = (channel: BroadcastChannel) =>
  Object.assign(channel, { [Symbol.dispose]: () => channel.close() })

describe('the window', () => {
  test('opens before anything is asked, goes to the provider, and its token comes back', async () => {
    const { popup, outcome } = openFake()
    expect(popup.location.href).toBe('')
    const { result, heard } = await answerWith(
      ['id_token=stolen&state=theirs', 'state=', 'id_token=a.b.c&state=mine'],
      outcome,
    )
    expect(result).toEqual({ kind: 'token', idToken: 'a.b.c' })
    expect(heard[0]).toEqual({ kind: 'taken', state: 'mine' })
    expect(popup.location.href).toBe(answer.authorizationUrl)
    expect(popup.close).toHaveBeenCalledOnce()
  })

  test.each([
    ['error=access_denied&state=mine', { kind: 'cancelled' }],
    [
      'error=server_error&state=mine',
      { kind: 'failed', error: new IdentityPopupError('refused', 'server_error') },
    ],
    ['state=mine', { kind: 'failed', error: new IdentityPopupError('refused', 'no token') }],
  ])('%s is %j', async (fragment, expected) => {
    expect((await answerWith([fragment], openFake().outcome)).result).toEqual(expected)
  })

  test('that is closed ends the waiting', async () => {
    const { popup, browser, outcome } = openFake()
    popup.closed = true
    browser.hasFocus = true
    expect(await outcome).toEqual({ kind: 'cancelled' })
  })

  test('that only seems closed, because the provider parted it from us, still answers', async () => {
    const { popup, outcome } = openFake()
    popup.closed = true
    const { result } = await answerWith(['id_token=a.b.c&state=mine'], outcome)
    expect(result).toEqual({ kind: 'token', idToken: 'a.b.c' })
  })

  test('that nobody uses is given up', async () => {
    expect(await openFake({ timeoutMs: 1 }).outcome).toEqual({
      kind: 'failed',
      error: new IdentityPopupError('timed_out'),
    })
  })

  test('that the browser blocks is a failure of its own', async () => {
    expect(await openFake({ openWindow: () => null }).outcome).toEqual({
      kind: 'failed',
      error: new IdentityPopupError('blocked'),
    })
  })

  test('goes away with the page that opened it', async () => {
    const leaving = new AbortController()
    const { popup, outcome } = openFake({ signal: leaving.signal })
    leaving.abort()
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(popup.close).toHaveBeenCalledOnce()
  })

  test('goes away when the sign-in cannot begin', async () => {
    const popup = { closed: false, close: vi.fn<() => void>(), location: { href: '' } }
    const error = new Error('down')
    const outcome = await requestIdToken(() => Promise.reject(error), { openWindow: () => popup })
    expect(outcome).toEqual({ kind: 'failed', error })
    expect(popup.close).toHaveBeenCalledOnce()
  })
})
