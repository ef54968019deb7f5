import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'
import { domains } from './domains.ts'

/** `owner`: a folder of `server`, or the name of a file beside those folders. */
type Source = { owner: string; file: string; text: string }
type Reference = { source: Source; table: string }

const folderOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const owned = Object.entries(domains).flatMap(([name, { tables }]) =>
  tables.map((table) => ({ owner: folderOf(name), table: String(table) })),
)
const ownersOf = (table: string) =>
  owned.filter((each) => each.table === table).map(({ owner }) => owner)

/** Code that writes to tables that others name, and what it goes by. */
const BY_DECLARATION: Record<string, string> = {
  'platform/jobs/purge-old-rows.ts': 'the `retention` of the owner',
  'platform/session/integrations.ts': 'the `integrations` of the owner',
  'discovery/api.ts': 'its own tables, which it lists',
  'platform/limits.ts': 'its own table, whose name the library wants too',
  'platform/secrets/second-factor.ts': 'the owner calls it with its table, as a literal',
  'operations/backup/rows.ts': 'all tables are written to a backup',
  'operations/backup/fill-database.ts': 'all tables are restored into an empty database',
  'catalog/search/clickhouse/trend-months.ts': 'tables of ClickHouse, not of this database',
}

const sources: Source[] = globSync('server/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/db/migrations/'))
  .map((path) => path.slice('server/'.length))
  .map((file) => source(file, readFileSync(`server/${file}`, 'utf8')))

function source(file: string, text: string): Source {
  const code = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return { owner: file.split('/')[0] ?? '', file, text: code }
}

const NAME = String.raw`(?:'|"|)([a-z_]+)\b`
const WRITES = [
  String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*`,
  String.raw`\b(?:insert\s+into|(?<!for\s)update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?`,
  String.raw`\bresealFactors\(\w+(?:\.\w+)*,\s*`,
]
const READS = [
  String.raw`\.(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join)\(\s*`,
  String.raw`\b(?:from|join|using)\s+`,
]

const find = (source: Source, patterns: string[]): Reference[] =>
  patterns.flatMap((pattern) =>
    [...source.text.matchAll(new RegExp(pattern + NAME, 'gi'))].map(([, name = '']) => ({
      source,
      table: name,
    })),
  )

/** A table that the code computes. */
const COMPUTED = new RegExp(`${WRITES[0]}[^'"\\s]|${WRITES[1]}\\$\\{`, 'i')

function foreignWrites(sources: Source[]): string[] {
  return sources.flatMap((source) => [
    ...find(source, WRITES)
      .filter(({ table }) => ownersOf(table).length > 0)
      .filter(({ table }) => !ownersOf(table).includes(source.owner))
      .map(({ table }) => `${source.file} writes ${table} of ${ownersOf(table).join()}`),
    ...(COMPUTED.test(source.text) && !(source.file in BY_DECLARATION)
      ? [`${source.file} writes a table that it computes`]
      : []),
  ])
}

const ownerless = (tables: string[]): string[] =>
  tables.flatMap((table) => {
    const owners = ownersOf(table)
    return owners.length === 1 ? [] : [`${table} is owned by ${owners.join(' and ') || 'nobody'}`]
  })

const unending = (tables: string[], erased: ReadonlySet<string>): string[] =>
  tables
    .filter((table) => !erased.has(table))
    .filter((table) => !Object.values(domains).some(({ retention }) => table in retention))

const byStore = Object.values(domains).flatMap(({ erasure }) => erasure?.byStore ?? [])

let tables: string[]
const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`.execute(
    ctx.db,
  )
  tables = rows.map(({ name }) => name)
})

async function findErased(owners: string[]): Promise<Set<string>> {
  const roots = [...owners, ...byStore]
  const { rows } = await sql<{ name: string }>`
    with recursive erased as (
      select oid as id from pg_class where relname = any(${roots}) and relnamespace = current_schema()::regnamespace
      union select conrelid from pg_constraint join erased on confrelid = erased.id
      where contype = 'f' and confdeltype = 'c')
    select relname as name from erased join pg_class on oid = id where relname <> all(${owners})`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ name }) => name))
}

test('every table has one owner', () => {
  expect(ownerless(tables)).toEqual([])
  expect(owned.map(({ table }) => table).filter((table) => !tables.includes(table))).toEqual([])
})

test("no domain writes to another domain's table", () => {
  expect(foreignWrites(sources)).toEqual([])
  const computing = sources.filter(({ text }) => COMPUTED.test(text)).map(({ file }) => file)
  expect(computing.toSorted()).toEqual(Object.keys(BY_DECLARATION).toSorted())
})

test('the rows of every table end, or their owner says why they stay', async () => {
  expect(unending(tables, await findErased(['users', 'stores']))).toEqual([])
})

test('with a store go the rows of every table that names one', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'store_id'`.execute(ctx.db)
  const erased = await findErased(['stores'])
  // The erasure finds candidates by their host too; who was shown a store still counts on that day.
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !erased.has(name))
      .toSorted(),
  ).toEqual(['candidates', 'shown_contacts'])
})

test('the list of tables that a domain reads of others is current', async () => {
  const files = new Map<string, Set<string>>()
  for (const { source, table } of sources.flatMap((each) => find(each, READS))) {
    const [owner = source.owner] = ownersOf(table)
    if (owner === source.owner) continue
    const line = `${source.owner} reads ${table} of ${owner}`
    files.set(line, (files.get(line) ?? new Set()).add(source.file.slice(source.owner.length + 1)))
  }
  const text = [...files]
    .map(([line, names]) => `${line}: ${[...names].toSorted().join(' ')}\n`)
    .toSorted()
    .join('')
  await expect(text).toMatchFileSnapshot('tables-read-across.txt')
})

test('limits have distinct names, because their counters share a table', () => {
  const names = Object.values(domains).flatMap(({ limits = {} }) =>
    Object.values(limits).map(({ name }) => name),
  )
  expect(names).toEqual([...new Set(names)])
})

describe('a fault is reported', () => {
  test.each([
    ["db.updateTable('users').set({ role: 'GUEST' })", 'writes users of accounts'],
    ["db\n  .deleteFrom(\n    'users',\n  )", 'writes users of accounts'],
    ['sql`with gone as (delete from users returning id) select 1`', 'writes users of accounts'],
    ['sql`update users set role = 1`', 'writes users of accounts'],
    ['sql`copy users from stdin`', 'writes users of accounts'],
    ['sql`delete from ${sql.table(name)}`', 'writes a table that it computes'],
    ['db.updateTable(table).set(row)', 'writes a table that it computes'],
  ])('a write from elsewhere: %j', (code, fault) => {
    expect(foreignWrites([source('billing/a.ts', code)])).toEqual([`billing/a.ts ${fault}`])
  })

  test.each([
    "db.selectFrom('users').forUpdate()",
    'sql`select 1 from users for update skip locked`',
    "// we update users\nconst a = 'b'",
    "db.deleteFrom('billing_events')",
  ])('and no other: %j', (code) => {
    expect(foreignWrites([source('billing/a.ts', code)])).toEqual([])
  })

  test('a table without an owner, and a table without a retention rule', () => {
    expect(ownerless(['visits'])).toEqual(['visits is owned by nobody'])
    expect(unending(['visits', 'sessions', 'users'], new Set())).toEqual(['visits'])
  })
})
