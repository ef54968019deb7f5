import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterChoice, FilterKey } from '#contracts/store-filters.ts'
import type { Facet } from '#contracts/stores.ts'
import { useFormats } from '#web/lib/format.ts'
import { Bone } from '#web/ui/skeleton.tsx'
import { pressed, stateOf } from './filter-choice.ts'
import { type OptionItem, optionsOf } from './filter-options.ts'
import { FindField } from './find-field.tsx'
import { useFilterWords } from './filter-words.ts'
import { OptionRow } from './option-row.tsx'
import { useFoundOptions } from './use-found-options.ts'
import { useRovingRows } from './use-roving-rows.ts'
import type { StoresQuery } from './list-address.ts'
import type { ChangeFilter } from './use-list-change.ts'

type Props = {
  filterKey: FilterKey
  choice: FilterChoice
  /** Undefined until the first counts are there. */
  facet: Facet | undefined
  isOld: boolean
  hasCounts: boolean
  query: StoresQuery
  onChange: ChangeFilter
}

const FEW = 8
const FIND_FROM = 12

/** The values of a filter with their counts: the first few, the rest on demand, and a search where there are many. */
export function OptionList({ filterKey, choice, facet, isOld, hasCounts, query, onChange }: Props) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterWords()
  const [isLong, setLong] = useState(false)
  const [text, setText] = useState('')
  const found = useFoundOptions({ filterKey, facet, query, text: text.trim(), words })
  const press = useCallback(
    (value: string, state: 'include' | 'exclude') =>
      onChange(filterKey, (current) => pressed(current, value, state)),
    [filterKey, onChange],
  )
  if (!facet && !found) return <OptionBones />
  const all = found ?? optionsOf(filterKey, choice, facet, words)
  const isSearchable = (facet?.options.length ?? 0) + (facet?.more ?? 0) > FIND_FROM
  const shown = isLong || found ? all : firstOf(all, choice)
  const rest = all.length - shown.length
  return (
    <>
      {isSearchable && <FindField filter={words.name(filterKey)} text={text} onType={setText} />}
      <Rows
        filterKey={filterKey}
        items={shown}
        choice={choice}
        isOld={isOld}
        hasCounts={hasCounts}
        onPress={press}
      />
      {found?.length === 0 && <p className="py-1.5 text-sm text-muted">{t('filters.findNone')}</p>}
      {(rest > 0 || isLong) && !found && (
        <button
          type="button"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
          className="link mt-1 min-h-8 text-sm pointer-coarse:min-h-11"
        >
          {isLong ? t('filters.less') : t('filters.more', { count: rest, total: formats.number(rest) })}
        </button>
      )}
      {isLong && !found && (facet?.more ?? 0) > 0 && (
        <p className="py-1 text-sm text-muted">
          {t('filters.beyond', { count: facet?.more ?? 0, total: formats.number(facet?.more ?? 0) })}
        </p>
      )}
    </>
  )
}

/** What is chosen stays in sight wherever it stands. */
const firstOf = (items: readonly OptionItem[], choice: FilterChoice): OptionItem[] =>
  items.length <= FEW + 2
    ? [...items]
    : items.filter(
        ({ value, isSpecial }, at) => at < FEW || isSpecial || stateOf(choice, value) !== 'neither',
      )

type RowsProps = Pick<Props, 'filterKey' | 'choice' | 'isOld' | 'hasCounts'> & {
  items: readonly OptionItem[]
  onPress: (value: string, state: 'include' | 'exclude') => void
}

function Rows({ filterKey, items, choice, isOld, hasCounts, onPress }: RowsProps) {
  const words = useFilterWords()
  const rows = useRef<HTMLDivElement>(null)
  const roving = useRovingRows(rows)
  return (
    <div ref={rows} role="toolbar" aria-orientation="vertical" aria-label={words.name(filterKey)} {...roving}>
      {items.map(({ value, label, count, canExclude }, row) => (
        <OptionRow
          key={value}
          row={row}
          value={value}
          label={label}
          count={hasCounts ? count : null}
          isOld={isOld}
          state={stateOf(choice, value)}
          canExclude={canExclude}
          onPress={onPress}
        />
      ))}
    </div>
  )
}

const OptionBones = () => (
  <div className="grid gap-3 py-2">
    {['w-40', 'w-28', 'w-32', 'w-24'].map((width) => (
      <Bone key={width} className={`h-4 ${width} max-w-full`} />
    ))}
  </div>
)
