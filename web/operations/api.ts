/** How far a new installation has caught up, for the pages whose figures depend on it. */
export { CatchUpProgress, useCatchUp, useKnownAnswer } from './catch-up/catch-up-progress.tsx'
