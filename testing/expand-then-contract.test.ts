import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const MIGRATIONS = path.resolve(import.meta.dirname, '../server/platform/db/migrations')
/** From this one on, the release before must keep running on the schema. */
const FIRST = '0035'

const BREAKING =
  /\b(drop\s+(column|table)|rename\s+(to|column|constraint)|alter\s+(column\s+)?\w+\s+(set\s+data\s+)?type|set\s+not\s+null)\b/i
const CONTRACT = /\/\*\*[^/]*\bcontract: \S+/

const isRefused = (source: string) => BREAKING.test(source) && !CONTRACT.test(source)

test('a new migration removes nothing that the previous release uses, unless it names the release that stopped using it', () => {
  const refused = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.ts') && file >= FIRST)
    .filter((file) => isRefused(readFileSync(path.join(MIGRATIONS, file), 'utf8')))
  expect(refused).toEqual([])
})

test.for([
  'alter table stores drop column age',
  'drop table stores',
  'alter table stores rename to shops',
  'alter table stores rename column age to days',
  'alter table stores alter column age type bigint',
  'alter table stores alter age set data type bigint',
  'alter table stores\n  alter column age set not null',
])('%s is refused, and allowed with a release', (statement) => {
  expect(isRefused(statement)).toBe(true)
  expect(isRefused(`/** Nothing reads it. contract: 0.2.0 */ ${statement}`)).toBe(false)
})

test.for(['alter table stores add column age bigint not null default 0', 'drop index stores_age'])(
  '%s is allowed',
  (statement) => {
    expect(isRefused(statement)).toBe(false)
  },
)
