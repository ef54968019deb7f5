import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readRules, RULE_FILES } from '#testing/alarms/read-rules.ts'
import { createTempFolder } from '#testing/temp-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const RULE_TESTS = join(ROOT, 'testing/alarms/rules.test.yml')

/** The package `prometheus` of Debian brings it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  process.stdout.write('notice: skipped, because promtool is not installed: the alert rules\n')

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, problems: status === 0 ? '' : stdout + stderr }
}
const FINE = { status: 0, problems: '' }

test.skipIf(!hasPromtool)('every alarm fires after its fault and not before', () => {
  expect(promtool('check', 'rules', ...RULE_FILES)).toEqual(FINE)
  expect(promtool('test', 'rules', RULE_TESTS)).toEqual(FINE)
})

const Board = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

test.skipIf(!hasPromtool)('Prometheus can read every expression of the board', async () => {
  const text = readFileSync(join(ROOT, 'deploy/grafana/storedawn.json'), 'utf8')
  const { panels } = Board.parse(JSON.parse(text))
  const rules = panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, index) => ({ record: `panel_${index}`, expr }))
  const file = join(await createTempFolder('storedawn-board-'), 'board.yml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'board', rules }] }))
  expect(promtool('check', 'rules', file)).toEqual(FINE)
})

test('every alarm has a fault, and every fault an alarm', () => {
  const faults = new Set(readFileSync(RULE_TESTS, 'utf8').match(/(?<=alertname=")\w+/g))
  expect([...faults].toSorted()).toEqual(
    readRules()
      .alerts.map(({ alert }) => alert)
      .toSorted(),
  )
})
