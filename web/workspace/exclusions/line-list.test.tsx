import { expect, test } from 'vitest'
import { listExclusions } from '#contracts/workspace/exclusions.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { useLinesAddress } from './line-list.tsx'

function queryAt(address: string) {
  let query: ReturnType<typeof useLinesAddress>['query'] | undefined
  function Lines() {
    ;({ query } = useLinesAddress())
    return null
  }
  renderScreen(<Lines />, { address })
  return query
}

test('an address asks only what the call accepts: a long line is found by its beginning', () => {
  expect(queryAt('/?q=acme&reason=customer&page=3')).toEqual({
    page: '2',
    size: '50',
    q: 'acme',
    reason: 'customer',
  })
  const odd = queryAt(`/?q=${'a'.repeat(320)}&reason=nonsense&page=1e99`)
  expect(listExclusions.query?.safeParse(odd)).toMatchObject({ success: true })
  expect(odd).toEqual({ page: '0', size: '50', q: 'a'.repeat(100), reason: undefined })
})
