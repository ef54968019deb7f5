import { expect, test } from 'vitest'
import { addCounts, describeCounts, NO_TESTS, withExitCode } from '#scripts/test-run/test-counts.ts'
import { countPlaywright } from '#scripts/test-run/run-journeys.ts'
import { countVitest } from '#scripts/test-run/run-vitest.ts'

test('counts of several runners add up', () => {
  const total = [
    { passed: 3, failed: 0, skipped: 1, failures: [] },
    { passed: 4, failed: 2, skipped: 0, failures: ['one', 'two'] },
  ].reduce(addCounts, NO_TESTS)
  expect(describeCounts(total)).toBe('7 passed, 2 failed, 1 skipped')
  expect(total.failures).toEqual(['one', 'two'])
})

test('the summary omits skipped tests when there are none', () => {
  expect(describeCounts({ ...NO_TESTS, passed: 5 })).toBe('5 passed, 0 failed')
})

test('a runner that crashes without naming a test counts as a failure', () => {
  expect(withExitCode({ ...NO_TESTS, passed: 9 }, 1).failed).toBe(1)
  expect(withExitCode({ ...NO_TESTS, passed: 9 }, 'SIGSEGV').failures).toEqual([
    'a runner ended with SIGSEGV, though no test of it failed',
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
      'a.test.ts\nno such module',
      'b.test.ts\n',
      'c.test.ts › it counts\nexpected 1 to be 2',
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
    'e2e/list.spec.ts:7 › it opens\nno such button',
  ])
})

test('a runner without a report counts no tests', () => {
  expect(countVitest(null)).toEqual(NO_TESTS)
  expect(countPlaywright(null)).toEqual(NO_TESTS)
})
