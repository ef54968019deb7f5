import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import type { ScoreProfile } from '#contracts/catalog/score-profile.ts'
import { listFacets } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { type NameOf, plainName } from '#web/lib/i18n/score-words.ts'

/** Apps and themes of a profile come from all stores, not from those of its search. */
export const ANY_STORE = { launchStatus: 'all' } as const

type Learn = (key: string, value: string, label: string) => void
const LearnContext = createContext<Learn>(() => undefined)

export const LearnNames = LearnContext.Provider
export const useLearnName = () => use(LearnContext)

const NAMED = { apps: ['hasApp', 'lacksApp'], themeFamily: ['theme'] } as const

/**
 * What apps and themes are called: as the server counts them, or as they were called when the reader
 * chose them.
 */
export function useValueNames({ factors }: ScoreProfile): { nameOf: NameOf; learn: Learn } {
  const groups = (['apps', 'themeFamily'] as const).filter((key) =>
    factors.some(({ kind }) => NAMED[key].some((named) => named === kind)),
  )
  const { data } = useQuery({
    ...q(listFacets, { query: { ...ANY_STORE, groups: groups.join() } }),
    enabled: groups.length > 0,
  })
  const [learnt, setLearnt] = useState<ReadonlyMap<string, string>>(new Map())
  const learn = useCallback<Learn>(
    (key, value, label) => setLearnt((known) => new Map([...known, [`${key} ${value}`, label]])),
    [],
  )
  const nameOf = useMemo<NameOf>(() => {
    const listed = (data?.facets ?? []).flatMap(({ key, options }) =>
      options.flatMap(({ value, label }) =>
        label === null ? [] : [[`${key} ${value}`, label] as const],
      ),
    )
    const names = new Map([...learnt, ...listed])
    return (key, value) => names.get(`${key} ${value}`) ?? plainName(key, value)
  }, [data, learnt])
  return { nameOf, learn }
}
