import type { Times } from '../workspace/loads.ts'
import type { BarePostgres } from './bare-postgres.ts'
import type { Measured, Window } from './measure.ts'

const GOALS = {
  cloneMs: 75_000,
  firstUsableMs: 6_000,
  restartUsableMs: 4_000,
  list: { p90Ms: 50, worstMs: 300 },
  /** Each waits for the others. */
  listOfManyCallers: { p90Ms: 150, worstMs: 1_000 },
  memoryMegabytes: 1_000,
}
const SQL_SHOWN = 100

type Say = (line: string) => void
const time = (ms: number) =>
  ms >= 1_000 ? `${(ms / 1000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
const orNever = (ms: number | null) => (ms === null ? 'not reached' : time(ms))
const ratio = (value: number, to: number) =>
  !(to > 0) ? '–' : (value / to).toFixed(value / to < 10 ? 2 : 0)

export function reportClone(cloneMs: number, say: Say): void {
  say(`\nbare clone → usable page ${time(cloneMs)}, ${ratio(cloneMs, GOALS.cloneMs)} of the goal`)
}

export function reportMeasured(measured: Measured, bare: BarePostgres, say: Say): void {
  say(`\n## As ${measured.name} (${measured.command})\n`)
  reportStarts(measured, bare, say)
  reportLists(measured.windows, say)
  reportMemory(measured, say)
  reportCpu(measured.windows, say)
  reportSlowQueries(measured.windows, say)
  for (const { ms, leftRunning } of measured.stops) {
    say(`Ctrl-C: ended after ${time(ms)}`)
    for (const one of leftRunning) say(`  still running and killed: ${one}`)
  }
}

function reportStarts(measured: Measured, bare: BarePostgres, say: Say): void {
  const { firstUsableMs, restartUsableMs, listed500Ms, listed98PercentMs } = measured
  printTable(
    ['what', 'figure', 'bare PostgreSQL', 'ratio', 'goal', 'ratio'],
    [
      ['first start → usable page', firstUsableMs, bare.firstStartMs, GOALS.firstUsableMs] as const,
      ['restart → usable page', restartUsableMs, bare.restartMs, GOALS.restartUsableMs] as const,
    ]
      .map(([what, ms, bareMs, goalMs]) => [
        what,
        time(ms),
        time(bareMs),
        ratio(ms, bareMs),
        `≤ ${time(goalMs)}`,
        ratio(ms, goalMs),
      ])
      .concat([
        ['usable page → 500 stores', orNever(listed500Ms), '', '', '', ''],
        [`usable page → 98 % of ${measured.backlog}`, orNever(listed98PercentMs), '', '', '', ''],
      ]),
    say,
  )
}

export function reportLists(windows: readonly Window[], say: Say): void {
  const rows = windows.flatMap(
    ({ name, callers, load, calls: { list, references, failures, longestMs } }) => {
      const failed = Object.entries(failures).map(([reason, count]) => `${count} × ${reason}`)
      const goals = callers > 1 ? GOALS.listOfManyCallers : GOALS.list
      const goal = (ms: number, goalMs: number) => `${ratio(ms, goalMs)} of ${goalMs} ms`
      return [
        [
          `${name} (load ${load.toFixed(1)})`,
          String(list.count),
          failed.join(', ') || '0',
          ...columnsOf(list).map(time),
          time(longestMs),
        ],
        ...references.flatMap((reference) => [
          [
            `  ${reference.name}`,
            String(reference.times.count),
            '',
            ...columnsOf(reference.times).map(time),
            '',
          ],
          [
            '  ratio',
            '',
            '',
            ...columnsOf(list).map((ms, n) =>
              ratio(ms, columnsOf(reference.times)[n] ?? Number.NaN),
            ),
            '',
          ],
        ]),
        [
          '  of the goal',
          '',
          '',
          '',
          goal(list.p90, goals.p90Ms),
          '',
          goal(list.max, goals.worstMs),
          '',
        ],
      ]
    },
  )
  printTable(
    [
      'GET /api/stores?size=20',
      'answers',
      'failed',
      'median',
      'p90',
      'p99',
      'worst',
      'longest with failures',
    ],
    rows,
    say,
  )
  for (const { name, calls } of windows) {
    const slowest = calls.slowest.map(({ ms, afterMs }) => `${time(ms)} after ${time(afterMs)}`)
    say(`slowest, ${name}: ${slowest.join(', ')}`)
  }
  say('')
}

const columnsOf = ({ p50, p90, p99, max }: Times): number[] => [p50, p90, p99, max]

function reportMemory({ memory }: Measured, say: Say): void {
  const roles = Object.keys({ ...memory.caughtUp.megabytes, ...memory.afterLive.megabytes })
  const cell = (megabytes: number | undefined) =>
    megabytes === undefined ? '–' : `${megabytes.toFixed(0)} MB`
  printTable(
    ['memory (proportional set size)', 'after catching up', 'after the live minutes'],
    [
      ...roles.map((role) => [
        role,
        cell(memory.caughtUp.megabytes[role]),
        cell(memory.afterLive.megabytes[role]),
      ]),
      ['together', cell(memory.caughtUp.totalMegabytes), cell(memory.afterLive.totalMegabytes)],
      [
        `of ${GOALS.memoryMegabytes} MB`,
        ratio(memory.caughtUp.totalMegabytes, GOALS.memoryMegabytes),
        ratio(memory.afterLive.totalMegabytes, GOALS.memoryMegabytes),
      ],
    ],
    say,
  )
  const unreadable = Math.max(memory.caughtUp.unreadable, memory.afterLive.unreadable)
  if (unreadable > 0)
    say(`Not counted, because this user may not read them: ${unreadable} processes\n`)
}

export function reportCpu(windows: readonly Window[], say: Say): void {
  const roles = [...new Set(windows.flatMap(({ cpu }) => Object.keys(cpu)))]
  printTable(
    [
      'CPU, seconds (share of a core)',
      ...windows.map(({ name, calls }) => `${name}, ${calls.seconds.toFixed(0)} s`),
    ],
    [
      ...roles.map((role) => [
        role,
        ...windows.map(({ cpu, calls }) => {
          const spent = cpu[role] ?? 0
          return `${spent.toFixed(1)} (${((spent / calls.seconds) * 100).toFixed(0)} %)`
        }),
      ]),
      ['load of the machine at the end', ...windows.map(({ load }) => load.toFixed(1))],
    ],
    say,
  )
}

export function reportSlowQueries(windows: readonly Window[], say: Say): void {
  for (const { name, slowQueries } of windows) {
    say(`db.slow_query, ${name}: ${slowQueries.length}`)
    const bySql = Map.groupBy(slowQueries, ({ sql }) =>
      sql.replace(/\s+/g, ' ').slice(0, SQL_SHOWN),
    )
    for (const [sql, queries] of bySql) {
      const worst = Math.max(...queries.map(({ durationMs }) => durationMs))
      say(`  ${queries.length} ×, worst ${time(worst)}: ${sql}`)
    }
  }
}

function printTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  say: Say,
): void {
  const widths = heads.map((head, n) =>
    Math.max(head.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    say(`| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`)
  line(heads)
  line(widths.map((width) => '-'.repeat(width)))
  for (const row of rows) line(row)
  say('')
}
