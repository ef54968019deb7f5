import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { unsubscribeLink } from '#server/platform/mail/unsubscribe-link.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, inTurn, post, statusesOf, visibleIn } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let searchId: string
const app = useTestApp()
const own = sharedByTests(() => app.newAccount('PLUS_USER'))
beforeEach(async () => {
  await own.send({ method: 'PUT', url: '/api/users/preferences', payload: { emailUpdates: true } })
  const search = { name: 'Lamps', view: 'stores', query: '', mails: true }
  searchId = (await post(own.send, '/api/saved-searches', search)).json().id
})

const headersFor = async (kind: 'digest' | 'search', id: string) =>
  (await unsubscribeLink(app.ctx, { kind, id }, 'en')).headers
async function addressFor(
  kind: 'digest' | 'search',
  id = kind === 'digest' ? own.userId : searchId,
) {
  const [, address = ''] =
    /^<(.+)>$/.exec((await headersFor(kind, id))['List-Unsubscribe'] ?? '') ?? []
  return address.replace(app.ctx.config.PUBLIC_ORIGIN, '')
}
const tokenIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('token') ?? ''

const isOn = {
  digest: async () => (await own.send('/api/users/preferences')).json().emailUpdates,
  search: async () =>
    (await own.send('/api/saved-searches'))
      .json()
      .searches.find(({ id }: { id: string }) => id === searchId)?.mails,
}

const BOUNDARY = '----mail'
const bodies = [
  ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'a multipart form',
    `multipart/form-data; boundary=${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`,
  ],
  ['JSON', 'application/json', '{}'],
  ['nothing', undefined, undefined],
] as const

describe.each(['digest', 'search'] as const)('the link of a %s', (kind) => {
  test.each(bodies)(
    'turns it off with one POST of %s, signed in or not',
    async (_what, type, payload) => {
      const url = await addressFor(kind)
      const answer = await app.anonymous({
        method: 'POST',
        url,
        ...(type && { headers: { 'content-type': type } }),
        ...(payload !== undefined && { payload }),
      })
      expect([answer.statusCode, answer.json().kind]).toEqual([200, kind])
      expect(await isOn[kind]()).toBe(false)
      expect(await isOn[kind === 'digest' ? 'search' : 'digest']()).toBe(true)
    },
  )

  test('changes nothing when opened: a browser is redirected to the page, a program gets the kind', async () => {
    const url = await addressFor(kind)
    const program = await app.anonymous(url)
    expect([program.statusCode, program.json()]).toEqual([200, { kind }])
    const browser = await app.anonymous({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([browser.statusCode, browser.headers.location]).toEqual([
      303,
      `/unsubscribe?token=${tokenIn(url)}`,
    ])
    expect([await isOn.digest(), await isOn.search()]).toEqual([true, true])
  })

  test('can be undone only by its owner', async () => {
    const url = await addressFor(kind)
    await post(app.anonymous, url)
    const undo = {
      method: 'POST',
      url: '/api/users/resubscribe',
      payload: { token: tokenIn(url) },
    } as const
    expect((await app.anonymous(undo)).statusCode).toBe(401)
    expect((await (await app.as('PRO_USER')).send(undo)).statusCode).toBe(404)
    expect(await isOn[kind]()).toBe(false)
    expect(statusesOf(await inTurn(2, () => own.send(undo)))).toEqual([200, 200])
    expect(await isOn[kind]()).toBe(true)
  })

  test('answers the same when mails are already off, and for an unknown subject', async () => {
    const use = async (id?: string) => post(app.anonymous, await addressFor(kind, id))
    const [first, again, unknown] = [await use(), await use(), await use(randomUUID())]
    expect(visibleIn(again)).toEqual(visibleIn(first))
    expect(visibleIn(unknown)).toEqual(visibleIn(first))
  })
})

test.each([
  ['cut off', (token: string) => token.slice(0, -2)],
  ['of another kind', (token: string) => `Ag${token.slice(2)}`],
  ['with extra text at the end', (token: string) => `${token}A`],
  ['made up', () => 'A'.repeat(44)],
])('a token that is %s turns nothing off and is reported as invalid', async (_how, change) => {
  const token = change(tokenIn(await addressFor('digest')))
  for (const method of ['GET', 'POST'] as const) {
    const answer = await app.anonymous({ method, url: '/api/public/unsubscribe', query: { token } })
    expect(codeOf(answer)).toEqual([400, 'unsubscribe_link_invalid'])
  }
  expect([await isOn.digest(), await isOn.search()]).toEqual([true, true])
})

test('the security log records the change, the log holds no token, and a long body is refused', async () => {
  const url = await addressFor('digest')
  await post(app.anonymous, url)
  expect(await app.auditDetails(own.userId, 'preferences.changed')).toContainEqual({
    emailUpdates: false,
  })
  expect(JSON.stringify(app.ctx.testLog.entries)).not.toContain(tokenIn(url))
  const long = await app.anonymous({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(9_000),
  })
  expect(long.statusCode).toBe(413)
})
