import { accountScenarios } from './account.ts'
import { dashboardScenarios } from './dashboard.ts'
import { detailScenarios } from './details.ts'
import { listScenarios } from './list.ts'
import { operatorScenarios } from './operator.ts'
import { savedScenarios } from './saved.ts'
import { settingsScenarios } from './settings.ts'
import { twoStepScenarios } from './two-steps.ts'
import type { Scenario } from './scenario.ts'

export const scenarios: readonly Scenario[] = [
  ...accountScenarios,
  ...settingsScenarios,
  ...twoStepScenarios,
  ...dashboardScenarios,
  ...listScenarios,
  ...detailScenarios,
  ...savedScenarios,
  ...operatorScenarios,
]
