import { expect, test } from 'vitest'
import { type Feed, listFeeds } from '#contracts/workspace/changes.ts'
import { apiError } from '#testing/api-error.ts'
import { exampleFeed as feed } from '#testing/example-saved.ts'
import { given, renderScreen } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { FeedAddress } from './feed-dialog.tsx'

const { t } = textsOf('en')
const SEARCH = '3f0e3c8a-6a55-4d0e-9c43-0a4c0f1f7a11'

type Options = { searchId?: string; feeds?: readonly Feed[] | Error; isOnline?: boolean }

function render({ searchId, feeds, isOnline = true }: Options): string {
  const answer = feeds instanceof Error ? feeds : feeds && { feeds }
  const answers = answer ? [given(listFeeds, answer)] : []
  const html = renderScreen(<FeedAddress kind="changes" searchId={searchId} />, {
    answers,
    isOnline,
  })
  return html.replaceAll(/<(?!\w+[^>]*bone)[^>]*>/g, '|')
}

test('a list without a feed address can get one, even if another list has one', () => {
  for (const options of [
    { feeds: [] },
    { feeds: [feed()], searchId: SEARCH },
    { feeds: [feed({ savedSearch: SEARCH })] },
  ]) {
    const text = render(options)
    expect(text).toContain(t('changes:feed.create'))
    expect(text).not.toContain(t('changes:feed.revoke'))
  }
})

test('an address shows its age and its latest reading, and can be replaced and revoked', () => {
  const text = render({ feeds: [feed({ savedSearch: SEARCH })], searchId: SEARCH })
  expect(text).toContain(t('changes:feed.since', { when: 'Nov 20, 2026, 10:00 AM' }))
  for (const key of ['unread', 'renew', 'revoke']) expect(text).toContain(t(`changes:feed.${key}`))
  expect(text).not.toContain(t('changes:feed.create'))
  const read = render({ feeds: [feed({ readAt: '2026-11-21T12:00:00.000Z' })] })
  expect(read).toContain(t('changes:feed.read', { when: 'Nov 21, 2026, 12:00 PM' }))
})

test('before the answer a placeholder is shown; a failure says so', () => {
  expect(render({})).toContain('bone')
  expect(render({ isOnline: false })).not.toContain('bone')
  const failed = apiError('internal', 500)
  expect(render({ feeds: failed })).toContain(t('changes:feed.failed.load'))
})
