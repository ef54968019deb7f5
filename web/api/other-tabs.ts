import type { QueryClient } from '@tanstack/react-query'
import { isPrivate } from './query.ts'
import type { Transport } from './transport.ts'

export const CHANGES_CHANNEL = 'changes'

/**
 * Calls that change what other tabs show of stores, leads and lists. None of them is made by
 * showing something: two tabs would call each other endlessly.
 */
const CHANGES =
  /^\/api\/(?:stores\/|leads\/|stages$|saved-(?:stores|products)|lists|exclusions|follows|templates)/

/** Tells the other tabs of each change. */
export function tellingTabs(
  transport: Transport,
  channel: Pick<BroadcastChannel, 'postMessage'>,
): Transport {
  return async (request) => {
    const answer = await transport(request)
    if (request.method !== 'GET' && CHANGES.test(request.path)) channel.postMessage(null)
    return answer
  }
}

/** What other tabs changed is read again: at once where it is seen, else when the tab is shown. */
export function followTabs(
  client: QueryClient,
  channel: Pick<BroadcastChannel, 'addEventListener'>,
  document: Pick<Document, 'visibilityState'>,
): void {
  channel.addEventListener('message', () => {
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    void client.invalidateQueries({ predicate: isPrivate, refetchType })
  })
}
