import { expect, test } from 'vitest'
import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import { CURVE_DAYS, isFlat, survivalCsv, survivalCurves } from './survival-card.tsx'

test('the copied table has a line for each cohort and two columns for each day', () => {
  const points = SURVIVAL_DAYS.map((day) => ({ day, survived: 100 - day, known: 100 }))
  const csv = survivalCsv(
    [{ week: '2026-03-02', stores: 120, points }],
    'Week "of launch"',
    'Stores',
  )
  const [head, line, ...rest] = csv.split('\r\n')
  expect(rest).toEqual([])
  expect(head).toMatch(
    /^"Week ""of launch""","Stores",survived_1,known_1,.*,survived_180,known_180$/,
  )
  expect(line).toMatch(/^2026-03-02,120,99,100,97,100,.*,-80,100$/)
  expect(head?.split(',')).toHaveLength(line?.split(',').length ?? 0)
})

test('the curve of all weeks together weighs each week by the stores that are known', () => {
  const cohort = (week: string, counts: [number, number][]) => ({
    week,
    stores: 200,
    points: SURVIVAL_DAYS.map((day, at) => {
      const [survived, known] = counts[at] ?? [0, 0]
      return { day, survived, known }
    }),
  })
  const weeks = [
    cohort('2026-03-09', [[1, 1]]),
    cohort('2026-03-02', [
      [50, 99],
      [10, 40],
    ]),
  ]
  const lines = survivalCurves(weeks)
  const unknown = Array(CURVE_DAYS.length - 3).fill(null)
  expect(lines).toEqual([
    { look: 'background', values: [1, 1, null, ...unknown] },
    { look: 'background', values: [1, 50 / 99, 0.25, ...unknown] },
    { look: 'main', values: [1, 0.51, 0.25, ...unknown] },
  ])
})

test.each([
  [
    'every known store survived',
    [
      [4, 4],
      [2, 2],
      [0, 0],
    ],
    true,
  ],
  [
    'one store closed',
    [
      [4, 4],
      [1, 2],
      [0, 0],
    ],
    false,
  ],
  ['nothing is known yet', [[0, 0]], false],
] as const)('a curve is flat when %s: %j, %s', (_, counts, flat) => {
  const points = counts.map(([survived, known], at) => ({ day: at + 1, survived, known }))
  expect(isFlat([{ week: '2026-03-02', stores: 4, points }])).toBe(flat)
})
