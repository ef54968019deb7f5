import { expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { createSavedCalls, type Send } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, refusal, statusesOf } from '#testing/test-app.ts'

const app = useTestApp()
const { newcomer } = createSavedCalls(() => app)

const text = (name: string, more = {}) => ({
  name,
  subject: `About {store}`,
  body: 'Hello',
  ...more,
})
const create = (send: Send, payload: object) => post(send, '/api/templates', payload)
const update = (send: Send, id: string, payload: object) =>
  send({ method: 'PUT', url: `/api/templates/${id}`, payload })
const remove = (send: Send, id: string) => send({ method: 'DELETE', url: `/api/templates/${id}` })
const names = async (send: Send) => {
  const { templates } = (await send('/api/templates')).json()
  return templates.map(
    ({ name, position }: { name: string; position: number }) => `${position} ${name}`,
  )
}

test('texts are added, changed, moved and deleted, and keep their order', async () => {
  const { send } = await newcomer()
  const { id } = (await create(send, text(' First '))).json()
  await create(send, text('Second'))
  await create(send, text('Zero', { position: 0 }))
  expect(await names(send)).toEqual(['0 Zero', '1 First', '2 Second'])
  const long = { subject: 'x'.repeat(200), body: 'ü'.repeat(5_000) }
  const changed = await update(send, id, text('Changed', long))
  expect(changed.json()).toMatchObject({
    templates: [{}, { id, name: 'Changed', ...long }, {}],
    limit: 20,
  })
  await update(send, id, text('Changed', { position: 9 }))
  expect(await names(send)).toEqual(['0 Zero', '1 Second', '2 Changed'])
  await remove(send, id)
  expect(await names(send)).toEqual(['0 Zero', '1 Second'])
  expect(refusal(await remove(send, id))).toEqual([404, 'not_found', undefined])
})

test.each([
  ['PRO_USER', planRights.pro.templates],
  ['PLUS_USER', planRights.plus.templates],
] as const)('%s has %i texts, also when the last two are added at once', async (role, limit) => {
  const { send } = await newcomer(role)
  for (let at = 1; at < limit; at++) await create(send, text(`Text ${at}`))
  const last = await Promise.all([create(send, text('one')), create(send, text('two'))])
  expect(statusesOf(last)).toEqual([200, 403])
  expect(refusal(await create(send, text('more')))).toEqual([403, 'template_limit', undefined])
  expect(await names(send)).toHaveLength(limit)
})

test.each([
  ['no name', text(' '), 'name'],
  ['a name of 61 characters', text('x'.repeat(61)), 'name'],
  ['a subject of 201 characters', text('a', { subject: 'x'.repeat(201) }), 'subject'],
  ['a subject of two lines', text('a', { subject: 'a\nBcc: b' }), 'subject'],
  ['a body of 5,001 characters', text('a', { body: 'x'.repeat(5_001) }), 'body'],
  ['a place before the first', text('a', { position: -1 }), 'position'],
])('refuses %s', async (_, payload, field) => {
  const { send } = await newcomer()
  expect(refusal(await create(send, payload))).toEqual([400, 'invalid_request', field])
})

test('another account neither reads, changes nor deletes a text', async () => {
  const [own, other] = [await newcomer(), await newcomer()]
  const { id } = (await create(own.send, text('Secret'))).json()
  expect(await names(other.send)).toEqual([])
  const answers = [await update(other.send, id, text('x')), await remove(other.send, id)]
  expect(answers.map(refusal)).toEqual(Array(2).fill([404, 'not_found', undefined]))
  expect(await names(own.send)).toEqual(['0 Secret'])
})
