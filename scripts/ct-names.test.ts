import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import {
  buildDataTile,
  buildLeafInput,
  buildNamesTile,
  type TestEntry,
} from '#testing/discovery/build-tile.ts'
import { hasCorpus } from '#testing/discovery/corpus.ts'
import { sharedFolder } from '#testing/test-folder.ts'

const SCRIPT = fileURLToPath(new URL('./ct-names.ts', import.meta.url))
const CORPUS = fileURLToPath(
  new URL('../../shared/corpus/ct/static/navigli2025h2', import.meta.url),
)
const ENTRIES: TestEntry[] = [
  { names: ['Shop.example', '*.shop.example'], timestampMs: 1_790_000_000_001 },
  { names: [], timestampMs: 1_790_000_000_002, cert: Buffer.from('no certificate') },
]

const { folder, fileOf } = sharedFolder()

function linesOf(...args: string[]): unknown[] {
  const output = execFileSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const expectedFrom = (first: number): object[] =>
  ENTRIES.map(({ names, timestampMs }, i) => ({ index: first + i, timestampMs, names }))

test('a data tile gives its own position', () => {
  expect(linesOf('--data-tile', fileOf('tile', buildDataTile(ENTRIES, 512)))).toEqual(
    expectedFrom(512),
  )
})

test('a names tile and entries start at the given index', () => {
  const tile = fileOf('names-tile', buildNamesTile(ENTRIES))
  expect(linesOf('--names-tile', tile)).toEqual(expectedFrom(0))
  expect(linesOf('--names-tile', tile, '--first-index', '256')).toEqual(expectedFrom(256))
  const entries = ENTRIES.map((entry) => ({
    leaf_input: buildLeafInput(entry).toString('base64'),
    extra_data: '',
  }))
  expect(linesOf('--entries', fileOf('entries.json', JSON.stringify({ entries })))).toEqual(
    expectedFrom(0),
  )
})

test.skipIf(!hasCorpus).each(['000', '001'])(
  'the real tile %s gives the same lines in both forms',
  (tile) => {
    const lines = linesOf('--data-tile', join(CORPUS, 'data', tile))
    expect(lines).toHaveLength(256)
    expect(lines).toEqual(linesOf('--names-tile', join(CORPUS, 'names', tile)))
  },
)

test.each<[string, () => string[]]>([
  ['nothing', () => []],
  ['two files', () => ['--data-tile', 'a', '--entries', 'b']],
  ['an unknown option', () => ['--tile', 'a']],
  ['an argument too many', () => ['a']],
  ['a file that is not there', () => ['--data-tile', join(folder, 'absent')]],
  ['a folder', () => ['--data-tile', folder]],
  ['a cut tile', () => ['--data-tile', fileOf('cut', buildDataTile(ENTRIES, 0).subarray(0, -1))]],
  ['no JSON', () => ['--entries', fileOf('page', '<html>')]],
  ['a crooked index', () => ['--names-tile', fileOf('empty', ''), '--first-index', '-1']],
])('%s: one line on stderr and exit code 2', (_, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args()], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^ct:names: .+\n$/)
})
