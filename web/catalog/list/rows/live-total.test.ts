import { afterEach, expect, test, vi } from 'vitest'
import { followTotal } from './live-total.ts'

afterEach(() => vi.unstubAllGlobals())

const answers = (text: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(text, { status }))

async function followOnce() {
  const check = vi.fn<() => Promise<void>>(async () => undefined)
  const totals: number[] = []
  const session = { token: () => 'a-token', check }
  await followTotal('/x', session, new AbortController().signal, (total) => totals.push(total))
  return { totals, checks: check.mock.calls.length }
}

test.each([
  ['the session ended', 'session_expired'],
  ['the plan ended', 'plan_required'],
])(
  'a stream that says that %s makes the page check its session, and is not requested again',
  async (_what, code) => {
    answers(`data: {"total":7}\n\nevent: refused\ndata: {"code":"${code}"}\n\n`)
    expect(await followOnce()).toEqual({ totals: [7], checks: 1 })
  },
)

test('a stream refused from the start makes the page check its session', async () => {
  answers('', 401)
  expect(await followOnce()).toEqual({ totals: [], checks: 1 })
})

test('a refused query is not requested again', async () => {
  answers('', 400)
  expect(await followOnce()).toEqual({ totals: [], checks: 0 })
})
