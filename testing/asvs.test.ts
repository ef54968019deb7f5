import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const text = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')

/** How many requirements of level 1 and 2 each section of ASVS 5.0 has. */
const SECTIONS: Record<string, readonly number[]> = {
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  13: [1, 5, 2, 5],
}

const numbers = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
  ),
)

const rows = [...text.matchAll(/^\| *(\d+\.\d+\.\d+) *\|([^|]*)\|([^|]*)\|(.*)\|$/gm)].map(
  ([, number = '', about = '', state = '', evidence = '']) => ({
    number,
    about: about.trim(),
    state: state.trim(),
    evidence: evidence.trim(),
  }),
)

test('every requirement of the three chapters has one line with a state and a test or a reason', () => {
  expect(rows.map(({ number }) => number)).toEqual(numbers)
  for (const { about, state, evidence } of rows) {
    expect(['met', 'partly', 'deviation', 'not applicable']).toContain(state)
    expect([about, evidence]).not.toContain('')
  }
})

const named = rows.flatMap(({ number, evidence }) =>
  [...evidence.matchAll(/`([^`›]+) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({
    number,
    file,
    title,
  })),
)

test.each(named)('$number: $file has the test “$title”', ({ file, title }) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title)
})
