import type { SurvivalCohort } from '#contracts/stores/survival.ts'
import { SURVIVAL_DAYS } from '#contracts/stores/timeline.ts'

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
