import { createContext, type ReactNode, use, useMemo } from 'react'
import { ScoreButton } from '#web/catalog/score/score-button.tsx'
import type { RowScores } from './row-scores.ts'
import type { CellProps } from './store-cells.tsx'

type Scored = { scores: RowScores; profile: string | undefined }

const RowScoresContext = createContext<Scored>({ scores: new Map(), profile: undefined })

type ProviderProps = { scores: RowScores; profile: string | null; children: ReactNode }

export function RowScoresProvider({ scores, profile, children }: ProviderProps) {
  const scored = useMemo(() => ({ scores, profile: profile ?? undefined }), [scores, profile])
  return <RowScoresContext value={scored}>{children}</RowScoresContext>
}

/** Nothing until the answer with the scores is there. */
export function ScoreCell({ store }: CellProps) {
  const { scores, profile } = use(RowScoresContext)
  const score = scores.get(store.id)
  return score ? (
    <ScoreButton store={store} points={score.points} known={score.known} profile={profile} />
  ) : null
}
