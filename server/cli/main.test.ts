import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startOutsideWorld } from '#testing/outside-world.ts'
import { BIN, storedawn } from '#testing/run-storedawn.ts'
import { createTestFolder, newDataDir } from '#testing/test-folder.ts'

test('the help lists the commands, also through a link to the program', async () => {
  const link = path.join(await createTestFolder(), 'storedawn')
  symlinkSync(BIN, link)
  for (const bin of [BIN, link]) {
    const { code, out } = await storedawn(['--help'], {}, { bin })
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/start.+migrate.+check/s),
    })
  }
})

test('a missing or wrong command, and a wrong option, end with code 2 and a sentence', async () => {
  expect(await storedawn([])).toEqual({
    code: 2,
    out: '',
    err: 'storedawn: a command is missing. See storedawn --help\n',
  })
  expect(await storedawn(['fly'])).toMatchObject({
    code: 2,
    err: 'storedawn: there is no command fly. See storedawn --help\n',
  })
  expect(await storedawn(['check', '--deep'])).toMatchObject({
    code: 2,
    err: "storedawn check: Unknown option '--deep'. See storedawn check --help\n",
  })
})

test('each command explains its options', async () => {
  const { out: help } = await storedawn(['--help'])
  const names = Array.from(help.matchAll(/^ {2}([a-z-]+) {2,}\S/gm), ([, name = '']) => name)
  expect(names.length).toBeGreaterThan(7)
  for (const name of names) {
    const { code, out } = await storedawn([name, '--help'])
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(`^Usage: storedawn ${name}`),
    })
  }
})

test('a wrong role does not start', async () => {
  const { code, err } = await storedawn(['start', '--role', 'pilot'], {
    DATA_DIR: await newDataDir(),
  })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('ROLES') })
})

test('check names what is wrong and ends with code 1, until it is put right', async () => {
  await using outside = await startOutsideWorld()
  const settings = { ...outside.settings, DATA_DIR: await newDataDir() }
  const before = await storedawn(['check'], { ...settings, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(before).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^WRONG {2}schema: \d+ migrations/m),
  })
  expect(before.out).toMatch(/^WRONG {2}mail: .*ECONNREFUSED/m)
  expect(await storedawn(['migrate'], settings)).toMatchObject({ code: 0 })
  const after = await storedawn(['check'], settings)
  expect(after).toMatchObject({ code: 0, out: expect.not.stringContaining('WRONG') })
  expect(after.out).toMatch(/^ok {5}schema: up to date/m)
  expect(after.out).toMatch(/^ok {5}operators: none yet/m)
  expect(after.out).toMatch(/^ok {5}logs: the list names/m)
})

test('options that do not belong together are refused before anything is opened', async () => {
  const refused = [
    ['backup'],
    ['backup', '--to', 'a', '--verify', 'b'],
    ['backup', '--to', 'a', '--recipient', 'someone'],
    ['restore'],
    ['restore', '--from', 'a', '--signer', 'b'],
    ['restore', '--from', 'a', '--signer', `signer-${'a'.repeat(43)}`, '--accept-unknown-signer'],
  ]
  for (const args of refused) {
    const { code, err } = await storedawn(args)
    expect({ args, code, err }).toEqual({
      args,
      code: 2,
      err: expect.stringMatching(/^storedawn \w+: .+ See /),
    })
  }
})

test('a missing file or server is reported in one sentence', async () => {
  const settings = { DATA_DIR: await newDataDir() }
  const restored = await storedawn(['restore', '--from', 'nowhere'], settings)
  expect(restored).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^storedawn restore: .+nowhere cannot be read: .+\n$/),
  })
  const DATABASE_URL = 'postgres://me:secret@127.0.0.1:1/x'
  expect(
    await storedawn(['backup', '--to', 'x'], { APP_SECRET: 'x'.repeat(40), DATABASE_URL }),
  ).toEqual({
    code: 1,
    out: '',
    err: 'storedawn backup: PostgreSQL at 127.0.0.1:1/x cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})
