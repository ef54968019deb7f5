/** From certificate logs to stores: the stages that run in the worker. */
export { startPipeline } from './start-pipeline.ts'
