import { expect, test } from 'vitest'
import { addCounts, describeCounts, NO_TESTS, withExitCode } from '#scripts/test-run/test-counts.ts'
import { countPlaywright } from '#scripts/test-run/run-journeys.ts'
import { countVitest } from '#scripts/test-run/run-vitest.ts'

test('counts of several runners add up', () => {
  const total = [
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 4, failed: 2, skipped: 0 },
  ].reduce(addCounts, NO_TESTS)
  expect(describeCounts(total)).toBe('7 passed, 2 failed, 1 skipped')
})

test('nothing is said about skipped tests when there are none', () => {
  expect(describeCounts({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed')
})

test('a runner that crashes without naming a test counts as a failure', () => {
  expect(withExitCode({ passed: 9, failed: 0, skipped: 0 }, 1).failed).toBe(1)
  expect(withExitCode({ passed: 9, failed: 0, skipped: 0 }, null).failed).toBe(1)
  expect(withExitCode({ passed: 9, failed: 2, skipped: 0 }, 1).failed).toBe(2)
  expect(withExitCode({ passed: 9, failed: 0, skipped: 0 }, 0).failed).toBe(0)
})

test('a flaky journey is a failed journey', () => {
  const report = { stats: { expected: 8, unexpected: 1, flaky: 2, skipped: 3 } }
  expect(countPlaywright(report)).toEqual({ passed: 8, failed: 3, skipped: 3 })
})

test('a test that is left to do counts as skipped', () => {
  const report = {
    numPassedTests: 8,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
  }
  expect(countVitest(report)).toEqual({ passed: 8, failed: 1, skipped: 3 })
})

test('a file that does not load counts as a failure, a file with a failed test not once more', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'pending' }, { status: 'pending' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, testResults }
  expect(countVitest(report)).toEqual({ passed: 2, failed: 3, skipped: 2 })
})

test('a runner that leaves no report counts nothing by itself', () => {
  expect(countVitest(null)).toEqual(NO_TESTS)
  expect(countPlaywright(null)).toEqual(NO_TESTS)
})
