import path from 'node:path'
import { expect, test } from 'vitest'
import { listOperators } from '#server/operator/api.ts'
import { codeAt } from '#testing/operator-calls.ts'
import { storedawn } from '#testing/run-storedawn.ts'
import { post, startTestApp } from '#testing/test-app.ts'

test('the command line makes an account an operator, prints the key that opens the console, and revokes the role', async () => {
  await using app = await startTestApp()
  const { DATABASE_URL = '', DATA_DIR } = app.ctx.config
  const settings = { DATABASE_URL, DATA_DIR: path.resolve(DATA_DIR) }
  const { email, send } = await app.newAccount()

  const added = await storedawn(['operator', '--add', email.toUpperCase()], settings)
  expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: '' })
  const key = /Key for the authenticator app of .+: ([A-Z2-7]{32})/.exec(added.out)?.[1] ?? ''
  const code = codeAt(key, app.ctx.now())
  const opened = await post(send, '/api/operator/session', { code })
  expect(opened.statusCode).toBe(200)
  expect((await storedawn(['operator', '--list'], settings)).out).toContain(email)

  const removed = await storedawn(['operator', '--remove', email], settings)
  expect(removed).toMatchObject({ code: 0, out: `${email} is no longer an operator\n` })
  expect(await listOperators(app.ctx)).toEqual([])
  expect(await storedawn(['operator', '--remove', email], settings)).toMatchObject({ code: 1 })
})

test('an unknown address, and anything but one action, is refused with a sentence', async () => {
  await using app = await startTestApp()
  const { DATABASE_URL = '', DATA_DIR } = app.ctx.config
  const settings = { DATABASE_URL, DATA_DIR: path.resolve(DATA_DIR) }
  expect(await storedawn(['operator', '--add', 'nobody@example.test'], settings)).toMatchObject({
    code: 1,
    out: 'there is no account with the confirmed address nobody@example.test\n',
  })
  for (const args of [[], ['--list', '--add', 'a@b.test']])
    expect(await storedawn(['operator', ...args], settings)).toMatchObject({
      code: 2,
      err: 'storedawn operator: name one of --add, --remove, --list and --drop-factor. See storedawn operator --help\n',
    })
})
