import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { METRICS_PATH } from '#server/operations/api.ts'
import { readRules, RULE_FILES, RULE_TESTS } from '#testing/alarms/read-rules.ts'
import type { Judge, Reason } from './judge.ts'
import { linesOf, run, type Run, versionOf, withFolder } from './tools.ts'

const ROOT = path.join(import.meta.dirname, '..')
const CONFIG = path.join(ROOT, 'deploy/prometheus/prometheus.yml')

const Board = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

const REASONS: readonly Reason[] = [
  {
    finding: /^nodejs_/,
    reason:
      "the Prometheus client names Node's own metrics, and boards of others look for these names",
  },
]

/** Prometheus itself on the alert rules, their tests, the board's expressions and `/metrics`. */
export const metrics: Judge = {
  name: 'metrics',
  tool: 'promtool',
  version: () => versionOf('promtool'),
  skip: 'promtool comes with Debian: apt-get install -y prometheus',
  async judge(start) {
    const expressions = readExpressions()
    const boardRules = expressions.map((expr, index) => ({ record: `panel_${index}`, expr }))
    const { origin } = await start()
    const scraped = await (await fetch(`${origin}${METRICS_PATH}`)).text()
    const runs = await withFolder(async (folder) => {
      const board = path.join(folder, 'board.yml')
      await writeFile(board, JSON.stringify({ groups: [{ name: 'board', rules: boardRules }] }))
      return [
        await run('promtool', ['check', 'config', '--syntax-only', CONFIG]),
        await run('promtool', ['check', 'rules', ...RULE_FILES]),
        await run('promtool', ['test', 'rules', RULE_TESTS]),
        await run('promtool', ['check', 'rules', board]),
        await run('promtool', ['check', 'metrics'], { input: scraped }),
      ]
    })
    const families = scraped.match(/^# TYPE /gm)?.length ?? 0
    if (families === 0) throw new Error(`${METRICS_PATH} has no metrics: ${scraped.slice(0, 200)}`)
    const { alerts, recordings } = readRules()
    return {
      checked: `${families} metrics, ${alerts.length + recordings.length} rules, ${expressions.length} panels`,
      findings: runs.flatMap(complaintsOf),
      reasons: REASONS,
    }
  },
}

const readExpressions = (): string[] =>
  Board.parse(JSON.parse(readFileSync(path.join(ROOT, 'deploy/grafana/storedawn.json'), 'utf8')))
    .panels.flatMap(({ targets }) => targets)
    .map(({ expr }) => expr)

const complaintsOf = ({ code, stdout, stderr }: Run): string[] =>
  code === 0 ? [] : linesOf(stderr || stdout)
