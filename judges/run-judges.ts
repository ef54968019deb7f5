import { stripVTControlCharacters } from 'node:util'
import { type Counts, toFailure } from '#scripts/test-run/test-counts.ts'
import { hear, type Judge, type Sentence } from './judge.ts'
import { createProduct } from './product.ts'

const MOST_FAULTS = 20
const MOST_EXAMPLES = 3

/** Hears one after the other, and prints what they found. */
export async function runJudges(judges: readonly Judge[]): Promise<Counts> {
  await using product = createProduct()
  const sentences: Sentence[] = []
  for (const judge of judges) {
    console.log(`${judge.name} …`)
    sentences.push(await hear(judge, product.start))
  }
  console.log(`\n${describe(sentences)}`)
  return count(sentences)
}

export function count(sentences: readonly Sentence[]): Counts {
  const failed = sentences.filter(({ faults }) => faults.length > 0)
  const skipped = sentences.filter((sentence) => sentence.skipped !== undefined)
  return {
    passed: sentences.length - failed.length - skipped.length,
    failed: failed.length,
    skipped: skipped.length,
    failures: failed.map(({ judge, faults }) => toFailure(judge.name, '', faults.join('\n'))),
  }
}

/** One table, and below it each finding: those with a reason together, by reason. */
export function describe(sentences: readonly Sentence[]): string {
  const rows = [
    ['judge', 'tool', 'version', 'checked', 'found', 'verdict'],
    ...sentences.map(rowOf),
  ]
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const table = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...table, '', ...sentences.flatMap(detailsOf)].join('\n')
}

const rowOf = ({ judge, version, checked, faults, accepted, skipped }: Sentence): string[] => [
  judge.name,
  judge.tool,
  version,
  checked,
  skipped === undefined ? String(faults.length + accepted.length) : '–',
  skipped === undefined ? (faults.length > 0 ? 'fail' : 'pass') : `skipped: ${skipped}`,
]

function detailsOf({ judge, faults, accepted }: Sentence): string[] {
  const byReason = Map.groupBy(accepted, ({ reason }) => reason)
  return [
    ...shorten(
      faults.map((fault) => `✗ ${judge.name}: ${fault}`),
      MOST_FAULTS,
    ),
    ...[...byReason].flatMap(([reason, of]) => [
      `✓ ${judge.name}: ${reason} (${of.length})`,
      ...shorten(
        of.map(({ finding }) => `    ${finding}`),
        MOST_EXAMPLES,
      ),
    ]),
  ].map(stripVTControlCharacters)
}

const shorten = (lines: readonly string[], most: number): string[] =>
  lines.length <= most
    ? [...lines]
    : [...lines.slice(0, most), `    … and ${lines.length - most} more`]
