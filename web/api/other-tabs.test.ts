import { expect, test, vi } from 'vitest'
import { followTabs, tellingTabs } from './other-tabs.ts'
import { createQueryClient, isPrivate } from './query.ts'

type Answer = () => Promise<unknown>

/** How often other tabs hear of a call. */
async function toldOf(method: string, path: string, answer: Answer = async () => ({})) {
  const postMessage = vi.fn<BroadcastChannel['postMessage']>()
  const send = tellingTabs(answer, { postMessage })
  await send({ method, path }).catch(() => undefined)
  return postMessage.mock.calls.length
}

test.each([
  ['PUT', '/api/leads/7', 1],
  ['PUT', '/api/stages', 1],
  ['POST', '/api/stores/bulk', 1],
  ['POST', '/api/saved-stores', 1],
  ['DELETE', '/api/exclusions/lines/acme.com', 1],
  ['POST', '/api/lists', 1],
  // These change nothing that other tabs show.
  ['GET', '/api/leads', 0],
  ['PUT', '/api/list-view', 0],
  ['POST', '/api/saved-searches/7/seen', 0],
])('other tabs are told of %s %s: %i', async (method, path, times) => {
  expect(await toldOf(method, path)).toBe(times)
})

test('they hear nothing of a change that is refused', async () => {
  expect(await toldOf('PUT', '/api/leads/7', () => Promise.reject(new Error('no')))).toBe(0)
})

test.each([
  ['visible', 'active'],
  ['hidden', 'none'],
] as const)('a %s tab reads again of what the account owns: %s', (visibilityState, refetchType) => {
  const client = createQueryClient(async () => null)
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const channel = new EventTarget()
  followTabs(client, channel, { visibilityState })
  channel.dispatchEvent(new Event('message'))
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ predicate: isPrivate, refetchType })
})
