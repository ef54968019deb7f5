import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sharedFolder } from '#testing/test-folder.ts'
import { findAffected } from './advisories/find-affected.ts'
import { readAdvisories } from './advisories/read-advisories.ts'

const { folder, fileOf: file } = sharedFolder()

const entry = (events: object[], more: object = {}, name = 'fastify') => ({
  id: 'GHSA-x',
  summary: 'lets strangers in',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
})

const FROM_THE_START = [{ introduced: '0' }, { fixed: '1.0.1' }]
const UNTIL = [{ introduced: '2.0.0' }, { last_affected: '2.4.0' }]
// The order of events is not that of the versions.
const TWICE = [
  { fixed: '3.2.0' },
  { introduced: '3.0.0' },
  { fixed: '1.1.0' },
  { introduced: '1.0.0' },
]
test.each<[string, object[], boolean]>([
  ['1.0.0', FROM_THE_START, true],
  ['1.0.1', FROM_THE_START, false],
  ['1.0.1-rc.1', FROM_THE_START, true],
  ['0.0.0-alpha.1', FROM_THE_START, true],
  ['1.9.0', [{ introduced: '2.0.0' }], false],
  ['2.10.0', [{ introduced: '2.9.0' }], true],
  ['2.4.0', UNTIL, true],
  ['2.4.1', UNTIL, false],
  ['3.1.0', TWICE, true],
  ['2.0.0', TWICE, false],
])('%s with the events %j is affected: %s', async (version, events, isAffected) => {
  const advisories = await readAdvisories(file('one.json', JSON.stringify(entry(events))))
  const found = findAffected([{ name: 'fastify', version }], advisories)
  expect(found).toEqual(
    isAffected ? [{ name: 'fastify', version, id: 'GHSA-x', summary: 'lets strangers in' }] : [],
  )
})

test.each([
  ['withdrawn', entry([{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' })],
  ['about another package', entry([{ introduced: '0' }], {}, 'fastify-')],
  ['of another ecosystem', { id: 'PYSEC-1', affected: [{ package: { ecosystem: 'PyPI', name: 'fastify' }, versions: ['5.0.0'] }] }],
  ['about revisions alone', { id: 'OSV-1', affected: [{ package: { ecosystem: 'npm', name: 'fastify' }, ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }] }],
])('an advisory that is %s does not affect an installed package', async (_what, advisory) => {
  const advisories = await readAdvisories(file('none.json', JSON.stringify([advisory])))
  expect(findAffected([{ name: 'fastify', version: '5.0.0' }], advisories)).toEqual([])
}) // prettier-ignore

test('a folder of entries and a JSON-lines file give the same result, and a listed version is affected', async () => {
  const listed = {
    id: 'A',
    affected: [{ package: { ecosystem: 'npm', name: 'x' }, versions: ['1.0.0'] }],
  }
  const lines = file(
    'lines.jsonl',
    `${JSON.stringify(listed)}\n\n${JSON.stringify({ ...listed, id: 'B' })}\n`,
  )
  mkdirSync(path.join(folder, 'npm'))
  file('npm/A.json', JSON.stringify(listed))
  file('npm/B.json', JSON.stringify({ ...listed, id: 'B' }))
  const both = [await readAdvisories(lines), await readAdvisories(path.join(folder, 'npm'))]
  expect(both[0]).toEqual(both[1])
  expect(
    findAffected([{ name: 'x', version: '1.0.0' }], both[0] ?? []).map(({ id }) => id),
  ).toEqual(['A', 'B'])
})

const run = (source: string) => {
  const script = path.join(import.meta.dirname, 'check-advisories.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, source], {
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

test('the check of our lockfile against an export fails only when one of our packages is affected', { tags: ['check-97'] }, () => {
  const hit = run(file('hit.json', JSON.stringify(entry([{ introduced: '0' }]))))
  expect([hit.status, hit.said]).toEqual([1, expect.stringMatching(/^fastify \d+\.\d+\.\d+: GHSA-x lets strangers in\n\d{3,} packages against 1 advisories: 1 affected/)])
  expect(run(file('miss.json', JSON.stringify(entry([{ introduced: '0' }, { fixed: '0.1.0' }])))).status).toBe(0)
}) // prettier-ignore

test('an invalid export is refused by file and line instead of finding no advisories', () => {
  expect(run(path.join(folder, 'nowhere.json'))).toMatchObject({ status: 2 })
  const broken = run(file('broken.jsonl', `${JSON.stringify(entry([]))}\n{"id": 7}\n`))
  expect([broken.status, broken.said]).toEqual([
    2,
    expect.stringContaining('broken.jsonl:2: not an entry'),
  ])
  expect(run(file('empty.json', '')).status).toBe(2)
  const text = run(file('page.json', '<html>busy</html>'))
  expect([text.status, text.said]).toEqual([2, expect.stringContaining('page.json:1')])
})
