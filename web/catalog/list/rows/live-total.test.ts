import { expect, test, vi } from 'vitest'
import { followTotal } from './live-total.ts'

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

test.each([
  ['a stream refused from the start makes the page check its session', 401, 1],
  ['a refused query is not requested again', 400, 0],
])('%s', async (_what, status, checks) => {
  answers('', status)
  expect(await followOnce()).toEqual({ totals: [], checks })
})
