import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScoreProfile } from '#contracts/catalog/score-profile.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import {
  type OptionItem,
  optionItem,
  useFoundOptions,
} from '#web/catalog/list/filters/filter-options.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { type NameOf, plainName } from '#web/lib/i18n/score-words.ts'
import { Segmented } from '#web/ui/choices.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Checkbox, Input } from '#web/ui/form/form-controls.tsx'

const SHOWN_AT_FIRST = 8
const MAX_CHOICES = 30

type Lists = { all: string[]; half: string[] }
type Part = keyof Lists
const parts = ['all', 'half'] as const

type Props = {
  filterKey: 'apps' | 'themeFamily' | 'category' | 'country'
  /** Values that give all points, and those that give half of them, if the rule has such. */
  all: readonly string[]
  half?: readonly string[]
  onChange: (lists: Lists) => void
}

export function ValuePicker(props: Props) {
  const { t } = useTranslation('score')
  const { filterKey } = props
  const facets = useQuery(q(listFacets, { query: { ...ANY_STORE, groups: filterKey } }))
  return (
    <Loaded
      query={facets}
      title={t('settings.findFailed')}
      skeleton={<Skeleton className="grid gap-2" bones={['h-9', 'h-5', 'h-5', 'h-5']} />}
    >
      {({ facets: [facet] }) => facet && <Values {...props} facet={facet} />}
    </Loaded>
  )
}

function Values({ filterKey, all, half, facet, onChange }: Props & { facet: Facet }) {
  const { t } = useTranslation('score')
  const [part, setPart] = useState<Part>('all')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const learn = useLearnName()
  const chosen = part === 'all' ? all : (half ?? [])
  const items = useItems(filterKey, facet, chosen, text)
  const toggle = ({ value, label }: OptionItem) => {
    const lists = toggled({ all, half: half ?? [] }, part, value)
    if (lists.all.length === 0) return setProblem(t('settings.last'))
    if (lists[part].length > MAX_CHOICES)
      return setProblem(t('settings.most', { most: MAX_CHOICES }))
    setProblem('')
    learn(filterKey, value, label)
    onChange(lists)
  }
  return (
    <div className="grid gap-2">
      {half && (
        <Segmented
          isSmall
          label={t('settings.label.values')}
          choices={parts}
          value={part}
          onChange={setPart}
        >
          {(each) => t(`settings.${each}`)}
        </Segmented>
      )}
      <Input
        data-first
        type="search"
        aria-label={t('settings.find')}
        placeholder={t('settings.find')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className="min-h-9! px-2.5! text-sm! pointer-coarse:min-h-11! pointer-coarse:text-base!"
      />
      <p role="status" className="text-xs font-medium text-bad empty:hidden">
        {problem || (items.length === 0 && t('settings.findNone'))}
      </p>
      <div className="grid max-h-56 gap-1 overflow-y-auto">
        {items.map((item) => (
          <Checkbox
            key={item.value}
            label={item.label}
            checked={chosen.includes(item.value)}
            onChange={() => toggle(item)}
          />
        ))}
      </div>
    </div>
  )
}

/** The chosen values and the most frequent ones; with a text, those whose names contain it. */
function useItems(
  filterKey: Props['filterKey'],
  facet: Facet,
  chosen: readonly string[],
  text: string,
): readonly OptionItem[] {
  const words = useFilterLabels()
  const wanted = text.trim()
  const found = useFoundOptions({ filterKey, facet, query: ANY_STORE, text: wanted, words })
  if (wanted !== '') return found.items
  const listed = facet.options.map(({ value, label, count }) =>
    optionItem(filterKey, value, words, count, label),
  )
  const isChosen = ({ value }: OptionItem) => chosen.includes(value)
  const known = new Set(listed.map(({ value }) => value))
  return [
    ...chosen
      .filter((value) => !known.has(value))
      .map((value) => optionItem(filterKey, value, words, null)),
    ...listed.filter(isChosen),
    ...listed.filter((item) => !isChosen(item)).slice(0, SHOWN_AT_FIRST),
  ]
}

/** A value is in one of the lists at most. */
function toggled(
  lists: { all: readonly string[]; half: readonly string[] },
  part: Part,
  value: string,
): Lists {
  const without = (values: readonly string[]) => values.filter((each) => each !== value)
  const next = { all: without(lists.all), half: without(lists.half) }
  if (!lists[part].includes(value)) next[part].push(value)
  return next
}

/** Apps and themes of a profile come from all stores, not from those of its search. */
const ANY_STORE = { launchStatus: 'all' } as const

type Learn = (key: string, value: string, label: string) => void
const LearnContext = createContext<Learn>(() => undefined)

export const LearnNames = LearnContext.Provider
const useLearnName = () => use(LearnContext)

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
