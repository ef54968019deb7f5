export { CatchUpProgress, useCatchUp, useKnownAnswer } from './catch-up/catch-up-progress.tsx'
