import { expect, test } from 'vitest'
import { findSubjectProblem } from './subject-problem.ts'

test.each([
  'discovery/ct: stop before the partial tile',
  'web, testing: split long functions',
  'opt-out: embed the proof',
  'mail: process one mail a time',
  'deploy: need no root',
  `web: ${'x'.repeat(60)} ab`.slice(0, 70),
])('the subject "%s" is accepted', (subject) => {
  expect(findSubjectProblem(subject)).toBeNull()
})

test.each([
  [`web: add ${'x'.repeat(62)}`, 'has 71 characters, at most 70'],
  ['Stop before the partial tile', 'is not "area: imperative"'],
  ['discovery:', 'is not "area: imperative"'],
  ['one of many words: stop here', 'is not "area: imperative"'],
  ['web: fixed the menu', 'begins with "fixed", not with an imperative'],
  ['web: fixes the menu', 'begins with "fixes", not with an imperative'],
  ['web: fixing the menu', 'begins with "fixing", not with an imperative'],
])('the subject "%s" is refused', (subject, problem) => {
  expect(findSubjectProblem(subject)).toBe(problem)
})
