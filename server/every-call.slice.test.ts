import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { startEveryCall } from '#testing/ask-every-call.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { openApiDocument } from './openapi.ts'

const at = sharedByTests(() => startEveryCall({ CONNECT_TO: NO_WEBHOOK }))
let log: string
beforeAll(() => {
  log = JSON.stringify(at.app.ctx.testLog.entries)
})

/**
 * The webhook's address is public, but no request of this test leaves the machine: nothing listens
 * here.
 */
const NO_WEBHOOK = '8.8.8.8:443:127.0.0.1:9'

/** These return the session that they open, or the address, key or secret that they make. */
const OPENING = [
  'emailSignin',
  'finishSignin',
  'beginSecondFactor',
  'confirmSecondFactor',
  'googleSignin',
  'changePassword',
  'createFeed',
  'createApiKey',
  'createWebhook',
]

/** A person's notes, and the texts that they write with, are their own data. */
const OWN_NOTES =
  /^((un)?save|listSaved)(Store|Product)s? (content\[\]\.)?notes$|^exportAccount records\.saved\w+\[\]\.notes$|^\w+Templates? templates\[\]\.subject$/

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

function keysOfSchema({ properties = {}, items, anyOf = [] }: Schema, at = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([key, value]) => [
      `${at}${key}`,
      ...keysOfSchema(value, `${at}${key}.`),
    ]),
    ...(items ? keysOfSchema(items, `${at.slice(0, -1)}[].`) : []),
    ...anyOf.flatMap((option) => keysOfSchema(option, at)),
  ]
}

function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${at.slice(0, -1)}[].`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    `${at}${key}`,
    ...keysOf(inner, `${at}${key}.`),
  ])
}

type Operation = { responses: { 200: { content: { 'application/json': { schema: Schema } } } } }

function keysByCall(): Map<string, string[]> {
  const document = openApiDocument('https://storedawn.example')
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  return new Map(
    allEndpoints.map(({ name, path, method }) => {
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const schema = operation?.responses[200].content['application/json'].schema ?? {}
      const keys = new Set([...keysOfSchema(schema), ...keysOf(at.every.answers.get(name)?.json())])
      return [name, [...keys].toSorted()]
    }),
  )
}

function linesOf([name, keys]: [string, string[]]): string[] {
  const byParent = Map.groupBy(keys, (key) => key.slice(0, Math.max(0, key.lastIndexOf('.'))))
  const lines = [...byParent].map(([parent, inside]) => {
    const own = inside.map((key) => key.slice(key.lastIndexOf('.') + 1)).join(' ')
    return parent === '' ? `  ${own}` : `  ${parent}: ${own}`
  })
  return [name, ...lines, '']
}

describe('answers of all calls', () => {
  test('every call was answered', { tags: ['check-27'] }, () => {
    const unanswered = allEndpoints
      .map(({ name }) => name)
      .filter((name) => !at.every.answers.has(name))
    expect(unanswered).toEqual([])
  })

  test('hold exactly the listed keys', { tags: ['check-27'] }, async () => {
    const lines = [...keysByCall()].flatMap(linesOf)
    await expect(lines.join('\n')).toMatchFileSnapshot('./every-call.keys.txt')
  })

  test('hold no key for internal data', { tags: ['check-27'] }, () => {
    const found = [...keysByCall()].flatMap(([name, keys]) =>
      keys
        .filter((key) =>
          /hash|secret|token|nonce|subject|\bsub\b|issuer|internal|note|credential|salt|role_|is_?admin/i.test(
            key,
          ),
        )
        .map((key) => `${name} ${key}`),
    )
    expect(found.filter((key) => !OWN_NOTES.test(key))).toEqual([
      'emailSignin token',
      'googleSignin token',
      // In the browser that signed up.
      'verifyEmail token',
      'finishSignin token',
      'beginSecondFactor secret',
      'createWebhook secret',
      'changePassword token',
      // Of mails that the account received.
      'exportAccount records.deliveries[].subject',
      'exportAccount records.deliveries[].subjectKind',
      // The answer may name the subject of a person’s own data.
      'exportAccount records.identities[].issuer',
      'exportAccount records.identities[].subject',
      'listDeliveries content[].subject',
      // The record that the owner of a domain publishes.
      'requestOptOut token',
    ])
  })

  test('hold no secret and no internal value', { tags: ['check-27'] }, () => {
    for (const [name, { body }] of at.every.answers) {
      if (OPENING.includes(name)) continue
      const hidden = name === 'exportAccount' ? at.every.internal.slice(1) : at.every.internal
      const found = [...at.every.secrets, ...hidden].filter((text) => body.includes(text))
      expect([name, found]).toEqual([name, []])
    }
  })
})

describe('traces of secrets', () => {
  const inside = (text: string) => [...at.every.secrets].filter((secret) => text.includes(secret))

  test('the calls used many secrets', () => {
    const count = (prefix: string) =>
      [...at.every.secrets].filter((secret) => secret.startsWith(prefix)).length
    expect(count('sdm_')).toBeGreaterThanOrEqual(4)
    expect(count('sdf_')).toBe(1)
    expect(count('eyJ')).toBeGreaterThanOrEqual(5)
  })

  test('the debug log holds no secret', { tags: ['check-94'] }, () => {
    expect(log).toContain('request.answered')
    expect(at.app.ctx.log.level).toBe('debug')
    expect(inside(log)).toEqual([])
    expect(log).not.toMatch(/canary|sd[mf]_|eyJ/i)
  })

  test('the metrics hold no secret and no address', { tags: ['check-94'] }, async () => {
    at.app.ctx.clock.advance(60_000)
    const { body } = await at.app.anonymous('/metrics')
    expect(body).toContain('storedawn_')
    expect(inside(body)).toEqual([])
    expect(body).not.toMatch(/canary|@example\.test/i)
  })

  test(
    'no column of any table holds a secret, jobs and the security log included',
    { tags: ['check-94'] },
    async () => {
      const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
        at.app.ctx.db,
      )
      const names = tables.map(({ schema, name }) => `${schema}.${name}`)
      expect(names).toEqual(
        expect.arrayContaining(['public.audit_events', 'public.request_limits', 'pgboss.job']),
      )
      const found: [string, string[]][] = []
      for (const { schema, name } of tables) {
        const { rows } = await sql<{
          row: string
        }>`select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(at.app.ctx.db)
        const hits = inside(rows.map(({ row }) => row).join('\n'))
        if (hits.length > 0) found.push([`${schema}.${name}`, hits])
      }
      expect(found).toEqual([])
    },
  )
})
