import type { SurvivalCohort } from '#contracts/stores/survival.ts'
import { SURVIVAL_DAYS } from '#contracts/stores/timeline.ts'
import type { Line } from '#web/ui/line-chart.tsx'

/** Days after the launch that a curve shows; everything that launched was alive on its first. */
export const CURVE_DAYS = [0, ...SURVIVAL_DAYS] as const

type Counts = { survived: number; known: number }

/** One curve for each launch week, and above them that of all weeks together: the share of stores that survived, of those we know of. */
export function survivalCurves(cohorts: readonly SurvivalCohort[]): Line[] {
  const together = SURVIVAL_DAYS.map((_, at) => {
    const counts = cohorts.flatMap(({ points }) => points[at] ?? [])
    return { survived: sumOf(counts, 'survived'), known: sumOf(counts, 'known') }
  })
  return [
    ...cohorts.map(({ points }): Line => ({ look: 'background', values: sharesOf(points) })),
    { look: 'main', values: sharesOf(together) },
  ]
}

const sumOf = (counts: readonly Counts[], key: keyof Counts) =>
  counts.reduce((sum, each) => sum + each[key], 0)

const sharesOf = (counts: readonly Counts[]) => [
  1,
  ...counts.map(({ survived, known }) => (known === 0 ? null : survived / known)),
]

/** One line for each cohort: week, stores, then for each day how many survived and of how many that is known. */
export function survivalCsv(cohorts: readonly SurvivalCohort[], week: string, stores: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const head = [
    quoted(week),
    quoted(stores),
    ...SURVIVAL_DAYS.flatMap((day) => [`survived_${day}`, `known_${day}`]),
  ]
  const lines = cohorts.map((cohort) => [
    cohort.week,
    cohort.stores,
    ...cohort.points.flatMap(({ survived, known }) => [survived, known]),
  ])
  return [head, ...lines].map((line) => line.join(',')).join('\r\n')
}
