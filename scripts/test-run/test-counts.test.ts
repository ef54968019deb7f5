import { expect, test } from 'vitest'
import {
  addCounts,
  afterRepeat,
  describeCounts,
  filesToRepeat,
  NO_TESTS,
  withExitCode,
} from '#scripts/test-run/test-counts.ts'
import { countPlaywright } from '#scripts/test-run/run-journeys.ts'
import { countVitest } from '#scripts/test-run/run-vitest.ts'

const failuresIn = (...files: string[]) => files.map((file) => ({ file, text: file }))

test('counts of several runners add up', () => {
  const total = [
    { passed: 3, failed: 0, skipped: 1, failures: [] },
    { passed: 4, failed: 2, skipped: 0, failures: failuresIn('a.test.ts', 'b.test.ts') },
  ].reduce(addCounts, NO_TESTS)
  expect(describeCounts(total)).toBe('7 passed, 2 failed, 1 skipped')
  expect(total.failures).toEqual(failuresIn('a.test.ts', 'b.test.ts'))
})

test.each([
  ['three failures in two files', 3, failuresIn('a', 'b', 'a'), ['a', 'b']],
  ['four failures', 4, failuresIn('a', 'b', 'a', 'a'), []],
  ['none', 0, [], []],
  ['a failure that no test names', 2, failuresIn('a', ''), []],
  ['more failures than are listed', 2, failuresIn('a'), []],
])('%s: files to run again alone', (_what, failed, failures, files) => {
  expect(filesToRepeat({ ...NO_TESTS, failed, failures })).toEqual(files)
})

test('what fails again, or does not run again, has failed; what passes alone has passed', () => {
  const counts = { ...NO_TESTS, passed: 90, failed: 2, failures: failuresIn('a', 'b') }
  expect(afterRepeat(counts, { ...NO_TESTS, passed: 9, failed: 1 })).toEqual(counts)
  expect(afterRepeat(counts, NO_TESTS)).toEqual(counts)
  expect(afterRepeat(counts, { ...NO_TESTS, passed: 10 })).toEqual({ ...NO_TESTS, passed: 92 })
})

test('the summary omits skipped tests when there are none', () => {
  expect(describeCounts({ ...NO_TESTS, passed: 5 })).toBe('5 passed, 0 failed')
})

test('a runner that crashes without naming a test counts as a failure', () => {
  expect(withExitCode({ ...NO_TESTS, passed: 9 }, 1).failed).toBe(1)
  expect(withExitCode({ ...NO_TESTS, passed: 9 }, 'SIGSEGV').failures).toEqual([
    { file: '', text: 'a runner ended with SIGSEGV, though no test of it failed' },
  ])
  expect(withExitCode({ ...NO_TESTS, passed: 9, failed: 2 }, 1).failed).toBe(2)
  expect(withExitCode({ ...NO_TESTS, passed: 9 }, 0).failed).toBe(0)
})

test('a flaky journey counts as failed', () => {
  const report = { stats: { expected: 8, unexpected: 1, flaky: 2, skipped: 3 }, suites: [] }
  expect(countPlaywright(report)).toEqual({ passed: 8, failed: 3, skipped: 3, failures: [] })
})

test('a test marked todo counts as skipped', () => {
  const report = {
    numPassedTests: 8,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
  }
  expect(countVitest(report)).toEqual({ passed: 8, failed: 1, skipped: 3, failures: [] })
})

test('a file that fails to load counts as a failure, a file with a failed test adds none, and each is named', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'pending' }, { status: 'pending' }],
    },
    {
      name: 'c.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed' },
        { status: 'failed', fullName: 'it counts', failureMessages: ['expected 1 to be 2'] },
      ],
    },
    { name: 'd.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults,
  }
  expect(countVitest(report)).toEqual({
    passed: 2,
    failed: 3,
    skipped: 2,
    failures: [
      { file: 'a.test.ts', text: 'a.test.ts\nno such module' },
      { file: 'b.test.ts', text: 'b.test.ts\n' },
      { file: 'c.test.ts', text: 'c.test.ts › it counts\nexpected 1 to be 2' },
    ],
  })
})

test('a failed journey is listed with its location and error', () => {
  const spec = {
    title: 'it opens',
    ok: false,
    file: 'list.spec.ts',
    line: 7,
    tests: [{ results: [{ error: { message: 'no such button' } }] }],
  }
  const report = {
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [], suites: [{ specs: [spec, { ...spec, ok: true, tests: [] }] }] }],
  }
  expect(countPlaywright(report).failures).toEqual([
    { file: 'e2e/list.spec.ts', text: 'e2e/list.spec.ts:7 › it opens\nno such button' },
  ])
})

test('a runner without a report counts no tests', () => {
  expect(countVitest(null)).toEqual(NO_TESTS)
  expect(countPlaywright(null)).toEqual(NO_TESTS)
})
