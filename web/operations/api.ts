/** How far a new installation has caught up, for the pages whose figures depend on it. */
export { CatchUpProgress, useCatchUp } from './catch-up/catch-up-progress.tsx'
export { useDuration } from './freshness/duration.ts'
