import { expect, test } from 'vitest'
import { SURVIVAL_DAYS } from '#contracts/stores/timeline.ts'
import { survivalCsv } from './survival-csv.ts'

test('the copied table has a line for each cohort and two columns for each day', () => {
  const points = SURVIVAL_DAYS.map((day) => ({ day, survived: 100 - day, known: 100 }))
  const csv = survivalCsv([{ week: '2026-03-02', stores: 120, points }], 'Week "of launch"', 'Stores')
  const [head, line, ...rest] = csv.split('\r\n')
  expect(rest).toEqual([])
  expect(head).toMatch(/^"Week ""of launch""","Stores",survived_1,known_1,.*,survived_180,known_180$/)
  expect(line).toMatch(/^2026-03-02,120,99,100,97,100,.*,-80,100$/)
  expect(head?.split(',')).toHaveLength(line?.split(',').length ?? 0)
})
