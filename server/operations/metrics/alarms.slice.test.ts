import { expect, test } from 'vitest'
import { observeFault } from '#testing/alarms/alarm-world.ts'
import { apiFaults } from '#testing/alarms/api-faults.ts'
import { canMount, createDatabaseFaults } from '#testing/alarms/database-faults.ts'
import { discoveryFaults } from '#testing/alarms/discovery-faults.ts'
import { createJobFaults } from '#testing/alarms/job-faults.ts'
import { processFaults } from '#testing/alarms/process-faults.ts'
import { readRules } from '#testing/promql/rules.ts'

const rules = readRules()
const faults = {
  ...processFaults,
  ...apiFaults,
  ...createDatabaseFaults(),
  ...discoveryFaults,
  ...createJobFaults(),
}

const isMountable = canMount()
if (!isMountable)
  process.stdout.write('notice: skipped, because no file system can be mounted: DiskNearlyFull\n')

test('every alarm has a fault, and every fault an alarm', () => {
  expect(Object.keys(faults).toSorted()).toEqual(rules.alerts.map(({ alert }) => alert).toSorted())
})

for (const { alert, forSeconds } of rules.alerts) {
  const fault = faults[alert]
  if (!fault) continue // the test above names it
  test.skipIf(alert === 'DiskNearlyFull' && !isMountable)(
    `${alert} fires after its fault and not before`,
    async () => {
      const { before, firedAfter } = await observeFault(alert, fault, rules)
      expect(before).not.toContain(alert)
      expect(firedAfter).not.toBeNull()
      expect(firedAfter).toBeGreaterThanOrEqual(forSeconds)
    },
  )
}
