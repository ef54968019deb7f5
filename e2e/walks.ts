import { accountWalks } from './account-walks.ts'
import { dashboardWalks } from './dashboard-walks.ts'
import { detailWalks } from './detail-walks.ts'
import { listWalks } from './list-walks.ts'
import { operatorWalks } from './operator-walks.ts'
import { savedWalks } from './saved-walks.ts'
import { settingsWalks } from './settings-walks.ts'
import type { Walk } from './walk.ts'

export const walks: readonly Walk[] = [
  ...accountWalks,
  ...settingsWalks,
  ...dashboardWalks,
  ...listWalks,
  ...detailWalks,
  ...savedWalks,
  ...operatorWalks,
]
