import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logThat() {
  const lines: string[] = []
  const log = createLog({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) })
  return { log, lines }
}

const codesTo = (last: number) =>
  Array.from({ length: last + 1 }, (_, code) => String.fromCharCode(code)).join('')
const EVERY_CONTROL = `${codesTo(0xa0)}\u2028\u2029\u202a\u202e\u2066\u2069`
const FORGED = 'x\r\n{"level":"info","event":"signin.succeeded"}\u001b[31mred\u009b2J'

test(
  'no value, key, message or error breaks its line or reaches a terminal as control codes, and all parse back',
  { tags: ['check-94'] },
  () => {
    const { log, lines } = logThat()
    for (const text of [EVERY_CONTROL, FORGED])
      log.info({ text, [text]: true, deep: { list: [text] }, err: new Error(text) }, text)
    expect(lines).toHaveLength(2)
    for (const line of lines)
      expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+\n$/u)
    expect(lines.map((line) => JSON.parse(line).text)).toEqual([EVERY_CONTROL, FORGED])
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([EVERY_CONTROL, FORGED])
  },
)

test('times are UTC, and fields named like secrets are not written', () => {
  const { log, lines } = logThat()
  const secrets = {
    password: 'canary',
    token: 'canary',
    headers: { authorization: 'canary', cookie: 'canary' },
  }
  log.info({ ...secrets, request: secrets }, 'said')
  expect(lines.join('')).not.toContain('canary')
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('row values that a database error quotes are not written', () => {
  const { log, lines } = logThat()
  const detail = 'Key (email_key)=(canary@shop.test) already exists.'
  log.error({ err: Object.assign(new Error('duplicate key'), { detail, code: '23505' }) }, 'failed')
  expect(lines.join('')).not.toContain('canary')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'duplicate key', code: '23505' })
})
