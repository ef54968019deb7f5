/** From certificate logs to stores: the stages that run in the worker. */
export { readBudgetReport } from './budget-report.ts'
export { startPipeline } from './start-pipeline.ts'
export { erasure } from './erasure.ts'
export { retention, tables } from './tables.ts'
