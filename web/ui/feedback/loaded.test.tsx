import { onlineManager } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { renderScreen } from '#testing/render-screen.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { Loaded } from './loaded.tsx'
import { UpgradeState } from './states.tsx'

const loading = {
  data: undefined,
  error: null,
  isRefetchError: false,
  isPlaceholderData: false,
  refetch: () => Promise.reject(new Error('nothing is asked while markup is drawn')),
}
const failure = (code: string, status: number) =>
  new ApiError(code, '', { status, requestId: 'req-7' })

type Names = { names: readonly string[] }
type Props = Partial<Parameters<typeof Loaded<Names>>[0]>

const draw = (query: Partial<Props['query']>, props?: Props) =>
  renderScreen(
    <Loaded<Names>
      query={{ ...loading, ...query }}
      title="The names could not be loaded"
      skeleton={<p>SKELETON</p>}
      {...props}
    >
      {({ names }) => <p>{names.join(', ')}</p>}
    </Loaded>,
  )

const names = ['Ada', 'Grace']
const broken = { error: failure('internal', 500) }

test('before the answer the skeleton is shown, then the data', () => {
  expect(draw({})).toBe('<p>SKELETON</p>')
  expect(draw({ data: { names } })).toBe('<p>Ada, Grace</p>')
})

test('an empty answer shows its message, but not while its data are those of another question', () => {
  const empty = (data: Names) => data.names.length === 0 && <p>NONE</p>
  expect(draw({ data: { names: [] } }, { empty })).toBe('<p>NONE</p>')
  expect(draw({ data: { names } }, { empty })).toBe('<p>Ada, Grace</p>')
  expect(draw({ data: { names: [] }, isPlaceholderData: true }, { empty })).toBe('<p></p>')
})

describe('a failure', () => {
  test('says what failed and why, with a retry and the request id for support', () => {
    const html = draw(broken)
    expect(html).toContain('role="alert"')
    expect(html).toMatch(/<h2[^>]*>The names could not be loaded/)
    expect(html).toContain('Try again')
    expect(html).toContain('req-7')
    expect(html).not.toContain('SKELETON')
  })

  test('has the first heading of a page that it replaces', () => {
    expect(draw(broken, { headingLevel: 'h1' })).toContain('<h1')
  })

  test('without a network is a failure like any other', () => {
    expect(draw({ error: failure('network', 0) })).toContain('Network error')
  })

  test('is worded by its place where that has its own words', () => {
    const html = draw(broken, {
      failure: (error) => <i>{error instanceof ApiError && error.code}</i>,
    })
    expect(html).toBe('<i>internal</i>')
  })

  test('leaves the data alone that are already there', () => {
    expect(draw({ data: { names }, ...broken })).toBe('<p>Ada, Grace</p>')
  })
})

describe('a refusal', () => {
  const refusals: Props['refusals'] = {
    403: ({ status }) => <UpgradeState title={`Plan ${status}`} text="Why" action="See plans" />,
  }

  test('of the plan leads to the plans, and goes before a failure worded by its place', () => {
    const html = draw(
      { error: failure('plan_required', 403) },
      { refusals, failure: () => <p>FAILED</p> },
    )
    expect(html).toContain('Plan 403')
    expect(html).toMatch(/href="\/pricing"[^>]*>See plans/)
    expect(html).not.toContain('FAILED')
  })

  test('with another status is a failure', () => {
    expect(draw({ error: failure('not_found', 404) }, { refusals })).toContain('role="alert"')
  })
})

describe('live data', () => {
  const stale = { data: { names }, error: failure('network', 0), isRefetchError: true }

  test('that could not be refreshed stay, with a note and a way to refresh', () => {
    const html = draw(stale, { isLive: true })
    expect(html).toContain('This could not be refreshed. You are seeing an earlier version.')
    expect(html).toContain('Refresh')
    expect(html).toContain('Ada, Grace')
  })

  test('say that the visitor is offline when they are', () => {
    onlineManager.setOnline(false)
    try {
      expect(draw(stale, { isLive: true })).toContain('You are offline.')
    } finally {
      onlineManager.setOnline(true)
    }
  })

  test('of the previous question are marked as busy', () => {
    const busy = (isPlaceholderData: boolean) =>
      draw({ data: { names }, isPlaceholderData }, { isLive: true }).includes('aria-busy="true"')
    expect([busy(true), busy(false)]).toEqual([true, false])
  })
})
