import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyTables, TEST_PASSWORD } from '#testing/factories.ts'
import { post } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const signUp = async (email: string) => {
  await emptyTables(app.ctx, 'request_limits')
  const payload = { email, password: `${TEST_PASSWORD}!`, name: 'Ada Byron' }
  return (await post(app.anonymous, '/api/auth/email-signup', payload)).json().code ?? 200
}

/** Spellings of one mailbox; each line is a different mailbox, in any script. */
const mailboxes = [
  ['info@spelling.example', 'INFO@Spelling.EXAMPLE', ' Info@spelling.example '],
  ['jos\u00e9@spelling.example', 'jose\u0301@spelling.example', 'JOS\u00e9@spelling.example'],
  ['\u0131nfo@spelling.example'],
  ['\u0130nfo@spelling.example'],
  ['stra\u00dfe@spelling.example', 'STRA\u00dfE@spelling.example'],
  ['strasse@spelling.example', 'STRASSE@spelling.example'],
]

test(
  'each mailbox has one account across spellings, and no letter folds into another mailbox',
  { tags: ['check-90'] },
  async () => {
    for (const spelling of mailboxes.flat())
      expect([spelling, await signUp(spelling)]).toEqual([spelling, 200])
    const { rows } = await sql<{ email_key: string }>`
    select email_key from users where email_key like '%@spelling.example' order by created_at, id`.execute(
      app.ctx.db,
    )
    expect(rows).toHaveLength(mailboxes.length)
  },
)

const SERVER = path.resolve(import.meta.dirname)
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('migrations'),
  )
  .map((file) => ({ file, text: readFileSync(path.join(SERVER, file), 'utf8') }))

/** The ORDER BY terms of the query builder and of the SQL in a file, each with its modifiers. */
function ordersIn(text: string): { column: string; said: string }[] {
  const built = [...text.matchAll(/\.orderBy\('(?:\w+\.)?(\w+)'([^\n]*)/g)].map(
    ([, column = '', said = '']) => ({ column, said }),
  )
  const written = [...text.matchAll(/\border by ((?:[^`)\n]|\([^)]*\))*)/gi)].flatMap(
    ([, list = '']) =>
      list
        .replace(/\b(?:limit|for update|on conflict)\b.*$/, '')
        .split(',')
        .map((item) => ({
          column: /^\s*(?:\w+\.)?(\w+)\s*(?:$|(?:asc|desc|nulls|collate)\b)/i.exec(item)?.[1] ?? '',
          said: item,
        })),
  )
  return [...built, ...written]
}

test(
  'every query that sorts by a text column names its collation',
  { tags: ['check-90'] },
  async () => {
    // Columns that are text in every table; `id` is text only in some.
    const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public'
    group by column_name having bool_and(data_type in ('text', 'character varying'))`.execute(
      app.ctx.db,
    )
    const texts = new Set(rows.map(({ name }) => name))
    expect([...texts]).toEqual(expect.arrayContaining(['email_key', 'host', 'kind']))
    const orders = sources.flatMap(({ file, text }) =>
      ordersIn(text).map((order) => ({ file, ...order })),
    )
    expect(orders.filter(({ said }) => /collate/i.test(said)).length).toBeGreaterThan(1)
    expect(orders.length).toBeGreaterThan(40)
    const silent = orders.filter(
      ({ column, said }) => texts.has(column) && !/collate\b/i.test(said),
    )
    expect(silent.map(({ file, column }) => `${file}: ${column}`)).toEqual([])
  },
)
