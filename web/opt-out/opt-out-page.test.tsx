import { describe, expect, test } from 'vitest'
import type { OptOutTask } from '#contracts/opt-out/opt-out.ts'
import { languages } from '#i18n/languages.ts'
import { apiError } from '#testing/api-error.ts'
import { blockedStorage, memoryStorage } from '#testing/memory-storage.ts'
import { plain, renderScreen } from '#testing/render-screen.tsx'
import { initialState, OptOutPage, readSavedTask, saveTask } from './opt-out-page.tsx'
import { DonePanel, MailLinkPanel, RemovalFailure } from './removal.tsx'
import { VerificationPanel } from './verification-panel.tsx'

const task: OptOutTask = {
  domain: 'lamp.example',
  token: 'secret-1',
  dnsRecord: { name: '_storedawn.lamp.example', type: 'TXT', value: 'storedawn-opt-out=secret-1' },
  metaTag: '<meta name="storedawn-opt-out" content="secret-1">',
  methods: ['dns', 'meta', 'mail'],
  expiresAt: '2026-03-17T12:00:00.000Z',
}
const nothing = () => undefined
const actions = { onOther: nothing, onDone: nothing }

const draw = (node: React.ReactNode, options = {}) =>
  renderScreen(node, { visitor: 'anonymous', ...options })

describe('the opt-out page', () => {
  test('asks for the domain first, says what data stays, and needs no account', () => {
    const text = plain(draw(<OptOutPage />))
    expect(text).toContain('Which store?')
    expect(text).toContain('Domain of the store')
    expect(text).toContain('A list of exclusions keeps the domain')
  })

  test('opens the link from a mail as a question and removes nothing by itself', () => {
    const html = draw(<MailLinkPanel domain="lamp.example" token="abc" {...actions} />)
    expect(plain(html)).toContain('lamp.example')
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Remove for good/)
    expect(html).not.toContain('abc')
  })

  test.each([
    ['?domain=lamp.example', 'abc', { kind: 'arrived', domain: 'lamp.example', token: 'abc' }],
    ['?domain=lamp.example', null, { kind: 'entering', domain: 'lamp.example' }],
    ['', 'abc', { kind: 'entering', domain: '' }],
  ])('the address %s with the secret %s means %o', (search, token, state) => {
    expect(initialState(search, token)).toEqual(state)
  })

  test('shows the exact values to publish, each with a copy button', () => {
    const html = draw(<VerificationPanel task={task} {...actions} />)
    expect(html).toContain('>_storedawn.lamp.example</code>')
    expect(html).toContain('>storedawn-opt-out=secret-1</code>')
    expect(html.match(/aria-label="Copy: /g)).toHaveLength(2)
  })

  test('offers no DNS record for a platform address, and the meta tag first', () => {
    const platform: OptOutTask = { ...task, methods: ['meta', 'mail'] }
    const html = draw(<VerificationPanel task={platform} {...actions} />)
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(html).toContain('&lt;meta name=&quot;storedawn-opt-out&quot;')
  })

  test.each([
    [1, 'One store was erased.'],
    [3, '3 stores were erased.'],
    [0, 'We knew of no store there'],
    [null, 'was already excluded'],
  ])('explains a result of %s erased stores', (storesErased, words) => {
    const outcome = { domain: 'lamp.example', optedOut: true, storesErased } as const
    expect(plain(draw(<DonePanel outcome={outcome} onStartOver={nothing} />))).toContain(words)
  })

  test.each([
    ['proof_missing', 409, 'Nothing is lost'],
    ['proof_unreachable', 502, 'Nothing is lost'],
    ['not_found', 404, 'It ran out.'],
    ['rate_limited', 429, 'The server says why.'],
    ['network', 0, 'Network error'],
  ])('explains the error %s', (code, status, words) => {
    const error = apiError(code, status, {
      message: code === 'network' ? '' : 'The server says why.',
    })
    expect(plain(draw(<RemovalFailure error={error} expired="It ran out." />))).toContain(words)
  })

  test.each(languages)('fills every placeholder in %s', (language) => {
    const outcome = { domain: 'lamp.example', optedOut: true, storesErased: 2 } as const
    const panels = (
      <>
        <OptOutPage />
        <VerificationPanel task={task} {...actions} />
        <DonePanel outcome={outcome} onStartOver={nothing} />
      </>
    )
    expect(plain(draw(panels, { language }))).not.toMatch(/\{\{|methods\.|steps\.|promises\./)
  })
})

describe('a started opt-out task', () => {
  const now = new Date('2026-03-10T12:00:00Z')

  test('is restored until it expires and forgotten once it is done', () => {
    const storage = memoryStorage()
    saveTask(storage, task)
    expect(readSavedTask(storage, now)).toEqual(task)
    expect(readSavedTask(storage, new Date(task.expiresAt))).toBeNull()
    saveTask(storage, null)
    expect(readSavedTask(storage, now)).toBeNull()
  })

  test.each(['', '{', 'null', '[]', '{"domain":"x"}'])(
    'is ignored when the storage holds %o',
    (text) => {
      expect(readSavedTask(memoryStorage({ optOutTask: text }), now)).toBeNull()
    },
  )

  test('causes no error when the browser forbids storage', () => {
    expect(readSavedTask(blockedStorage, now)).toBeNull()
    expect(() => saveTask(blockedStorage, task)).not.toThrow()
  })
})
