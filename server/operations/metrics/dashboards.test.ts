import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ALARM_RULES } from '#server/operations/alarms/alarms.ts'
import { parseConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { makeCertificate } from '#testing/alarms/make-certificate.ts'
import { metricNamesOf, readRules } from '#testing/alarms/read-rules.ts'
import { createMetrics } from './metrics.ts'

const ROOT = join(import.meta.dirname, '../../..')
const OPERATING = join(ROOT, 'docs/operating.md')
const OF_PROMETHEUS = ['up']
const Panel = z.object({
  id: z.int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(3),
  gridPos: z.object({
    x: z.int().min(0),
    y: z.int().min(0),
    w: z.int().min(1).max(24),
    h: z.int().min(1),
  }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }).optional(),
  targets: z.array(z.object({ refId: z.string(), expr: z.string() })).default([]),
})
const Board = z.object({
  title: z.literal('Storedawn'),
  uid: z.string(),
  schemaVersion: z.int().min(36),
  panels: z.array(Panel),
})
const board = Board.parse(
  JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/storedawn.json'), 'utf8')),
)
const rules = readRules()

/**
 * The names that a process prints, with everything that is optional; the database need not answer
 * for that.
 */
async function exposedNames(): Promise<Set<string>> {
  const refuse = () => Promise.reject(new Error('there is no database'))
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: refuse, end: () => Promise.resolve() },
    }),
  })
  const config = parseConfig({ EXTRA_CA_FILE: (await makeCertificate()).file })
  const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 }
  const text = await createMetrics({ config, db, now: () => new Date() }, { pool }).print()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

test('every metric of the rules and of the board is exposed by the product or recorded', async () => {
  const expressions = [
    ...rules.alerts.map(({ expr }) => expr),
    ...rules.recordings.map(({ expr }) => expr),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const recorded = rules.recordings.map(({ record }) => record)
  const known = new Set([...(await exposedNames()), ...recorded, ...OF_PROMETHEUS])
  const used = new Set(expressions.flatMap((expression) => metricNamesOf(expression)))
  expect([...used].filter((name) => !known.has(name))).toEqual([])
})

test('every metric appears on the board, in a rule, or in the list of covered names', async () => {
  const used = new Set(
    [
      ...rules.alerts,
      ...rules.recordings,
      ...board.panels.flatMap(({ targets }) => targets),
    ].flatMap(({ expr }) => metricNamesOf(expr)),
  )
  const own = [...(await exposedNames())].filter((name) => name.startsWith('storedawn_'))
  expect(own.filter((name) => !used.has(name))).toEqual([
    'storedawn_http_request_seconds_sum',
    'storedawn_log_position',
    'storedawn_lag_seconds_sum',
  ])
})

test('the board is complete: ids are unique, panels have units and do not overlap', () => {
  const ids = board.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const [rows, graphs] = [
    board.panels.filter(({ type }) => type === 'row'),
    board.panels.filter(({ type }) => type !== 'row'),
  ]
  expect(rows.map(({ title }) => title)).toEqual([
    'Service levels',
    'API',
    'Discovery',
    'Visits',
    'Jobs and mail',
    'Database and search',
    'Processes',
  ])
  expect(graphs.filter(({ fieldConfig, targets }) => !fieldConfig || targets.length === 0)).toEqual(
    [],
  )
  const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(cells.every((cell) => Number(cell.split(',')[0]) < 24)).toBe(true)
})

/** The product's dashboards differ by name. */
const alarms = [
  ...rules.alerts
    .filter(({ expr }) => !expr.includes('storedawn_alarm'))
    .map(({ alert, annotations }) => ({ name: alert, runbook: annotations.runbook })),
  ...Object.entries(ALARM_RULES).map(([name, { runbook }]) => ({ name, runbook })),
]

test('every runbook is a chapter of the operating manual that names its alarms', () => {
  const chapters = new Map<string, string>(
    readFileSync(OPERATING, 'utf8')
      .split(/^## /m)
      .map((chapter) => {
        const heading = chapter.slice(0, chapter.indexOf('\n'))
        return [`docs/operating.md#${heading.toLowerCase().replaceAll(' ', '-')}`, chapter] as const
      }),
  )
  const unnamed = alarms.filter(
    ({ name, runbook }) => !chapters.get(runbook)?.includes(`\`${name}\``),
  )
  expect(unnamed).toEqual([])
  expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length)
})

test('the page of the service levels has the expressions that are recorded', () => {
  const squeeze = (text: string) => text.replaceAll(/\s+/g, '')
  const page = squeeze(readFileSync(join(ROOT, 'docs/service-levels.md'), 'utf8'))
  const month = rules.recordings.filter(({ record }) => record.endsWith('28d'))
  expect(month).toHaveLength(3)
  for (const { record, expr } of month) {
    expect(page).toContain(record)
    expect(page).toContain(squeeze(expr.replace(/^1 - /, '')))
  }
})
