import { expect, test } from 'vitest'
import { listSavedSearches } from '#contracts/workspace/saved-searches.ts'
import { exampleSearches } from '#testing/example-saved.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { type SearchDraft, SearchForm } from './search-form.tsx'

const draft: SearchDraft = { name: 'Lamps', mails: true, instant: false, webhooks: false }

function render(changes: Partial<SearchDraft>, isAllowed: boolean): string {
  const answer = exampleSearches([], { hasInstantAlerts: isAllowed, hasWebhooks: isAllowed })
  return renderScreen(
    <SearchForm
      initial={{ ...draft, ...changes }}
      submitLabel="Save"
      isBusy={false}
      onSubmit={() => undefined}
      onCancel={() => undefined}
    />,
    { answers: [given(listSavedSearches, answer)] },
  )
}

test('a search can be reported within minutes and sent to webhooks only where the plan allows it', () => {
  for (const label of ['Report within minutes', 'Send to my webhooks', 'Set up webhooks']) {
    expect(render({}, true)).toContain(label)
    expect(render({}, false)).not.toContain(label)
  }
})

test('the switch for mails says when they come', () => {
  expect(render({}, true)).toContain('After 07:00 UTC')
  expect(render({ instant: true }, true)).toContain('Within minutes of a new match')
  expect(render({ instant: true }, false)).toContain('After 07:00 UTC')
})
