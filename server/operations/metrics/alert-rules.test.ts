import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRules, RULE_TESTS } from '#testing/alarms/read-rules.ts'

test('every alarm has a fault, and every fault an alarm', () => {
  const faults = new Set(readFileSync(RULE_TESTS, 'utf8').match(/(?<=alertname=")\w+/g))
  expect([...faults].toSorted()).toEqual(
    readRules()
      .alerts.map(({ alert }) => alert)
      .toSorted(),
  )
})
