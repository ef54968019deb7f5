import { readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { fillInstallation } from '#testing/fill-installation.ts'
import { storedawn } from '#testing/run-storedawn.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { readDeployFile } from './containerfile.ts'

const NAME = `storedawn_owner_${process.pid}`
const PASSWORD = `it's "here"`

/** What the image of PostgreSQL runs at its first start, under names of this test. */
async function createOwner(serverUrl: string): Promise<string> {
  const [, statements = ''] =
    /<<'SQL'\n([\s\S]+)\nSQL\n/.exec(readDeployFile('postgres/create-owner.sh')) ?? []
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.query(`drop database ${NAME} with (force)`)
    await client.query(`drop role ${NAME}`)
    await client.end()
  })
  const own = statements
    .replaceAll('storedawn', NAME)
    .replaceAll(":'password'", client.escapeLiteral(PASSWORD))
  for (const statement of own.split(';\n').filter((each) => each.trim() !== ''))
    await client.query(statement)
  const url = new URL(serverUrl)
  url.username = NAME
  url.password = encodeURIComponent(PASSWORD)
  url.pathname = `/${NAME}`
  return url.href
}

test('the product runs, backs up and verifies as the role of the compose file, which is no superuser', async () => {
  const DATABASE_URL = await createOwner(process.env['TEST_DATABASE_URL'] ?? '')
  const settings = { DATA_DIR: await createTestFolder(), DATABASE_URL, ROLES: 'api' }
  {
    await using ctx = await createContext(parseConfig(settings), { log: createTestLog().log })
    await fillInstallation(ctx, { manyRows: 10 })
    const { rows } = await ctx.database.pool.query<Record<string, unknown>>(
      'select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
    )
    const no = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    }
    expect(rows).toEqual([{ rolname: NAME, ...no }])
  }
  const folder = await createTestFolder()
  expect(await storedawn(['backup', '--to', folder], settings)).toMatchObject({ code: 0, err: '' })
  const [name = ''] = readdirSync(folder)
  const verified = await storedawn(['backup', '--verify', path.join(folder, name)], settings)
  expect(verified).toMatchObject({ code: 0, err: '' })
  const checked = await storedawn(['check'], settings)
  expect(checked.out).toMatch(/^ok {5}database: .+ the connection not encrypted$/m)
})
