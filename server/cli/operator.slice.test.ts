import { expect, test } from 'vitest'
import { listOperators } from '#server/operator/api.ts'
import { codeAt } from '#testing/operator-calls.ts'
import { settingsOf, storedawn } from '#testing/run-storedawn.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post } from '#testing/test-app.ts'

const app = useTestApp()
const operator = (...args: string[]) => storedawn(['operator', ...args], settingsOf(app.ctx))

test('the command line makes an account an operator, prints the key that opens the console, and revokes the role', async () => {
  const { email, send } = await app.newAccount()

  const added = await operator('--add', email.toUpperCase())
  expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: '' })
  const key = /Key for the authenticator app of .+: ([A-Z2-7]{32})/.exec(added.out)?.[1] ?? ''
  const code = codeAt(key, app.ctx.now())
  const opened = await post(send, '/api/operator/session', { code })
  expect(opened.statusCode).toBe(200)
  expect((await operator('--list')).out).toContain(email)

  const removed = await operator('--remove', email)
  expect(removed).toMatchObject({ code: 0, out: `${email} is no longer an operator\n` })
  expect(await listOperators(app.ctx)).toEqual([])
  expect(await operator('--remove', email)).toMatchObject({ code: 1 })
})

test('an unknown address, and anything but one action, is refused with a sentence', async () => {
  expect(await operator('--add', 'nobody@example.test')).toMatchObject({
    code: 1,
    out: 'there is no account with the confirmed address nobody@example.test\n',
  })
  for (const args of [[], ['--list', '--add', 'a@b.test']])
    expect(await operator(...args)).toMatchObject({
      code: 2,
      err: 'storedawn operator: name one of --add, --remove, --list and --drop-factor. See storedawn operator --help\n',
    })
})
