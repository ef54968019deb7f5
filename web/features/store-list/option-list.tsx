import { use, useCallback, useRef, useState } from 'react'
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
import { StoresQueryContext } from './stores-query-context.ts'
import { useFoundOptions } from './use-found-options.ts'
import { useRovingRows } from './use-roving-rows.ts'
import type { ChangeFilter } from './use-list-change.ts'

type Props = {
  filterKey: FilterKey
  choice: FilterChoice
  /** Undefined until the first counts arrive. */
  facet: Facet | undefined
  hasCounts: boolean
  hasFailed: boolean
  onChange: ChangeFilter
}

const FEW = 8
const FIND_FROM = 12

/** The values of a filter with their counts: the first few, the rest on demand, and a search field when there are many. */
export function OptionList({ filterKey, choice, facet, hasCounts, hasFailed, onChange }: Props) {
  const words = useFilterWords()
  const [text, setText] = useState('')
  const press = useCallback(
    (value: string, state: 'include' | 'exclude') =>
      onChange(filterKey, (current) => pressed(current, value, state)),
    [filterKey, onChange],
  )
  if (!facet) return hasFailed ? <NoOptions /> : <OptionBones />
  const wanted = text.trim()
  const list = { filterKey, choice, facet, hasCounts, onPress: press }
  return (
    <>
      {facet.options.length + facet.more > FIND_FROM && (
        <FindField filter={words.name(filterKey)} text={text} onType={setText} />
      )}
      {wanted === '' ? <KnownRows {...list} /> : <FoundRows {...list} text={wanted} />}
    </>
  )
}

type ListProps = Pick<RowsProps, 'filterKey' | 'choice' | 'hasCounts' | 'onPress'> & { facet: Facet }

function KnownRows({ facet, ...rows }: ListProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterWords()
  const { filterKey, choice } = rows
  const [isLong, setLong] = useState(false)
  const all = optionsOf(filterKey, choice, facet, words)
  const shown = isLong ? all : firstOf(all, choice)
  const rest = all.length - shown.length
  return (
    <>
      <Rows {...rows} items={shown} />
      {(rest > 0 || isLong) && (
        <button
          type="button"
          aria-expanded={isLong}
          onClick={() => setLong(!isLong)}
          className="link mt-1 min-h-8 text-sm pointer-coarse:min-h-11"
        >
          {isLong ? t('filters.less') : t('filters.more', { count: rest, total: formats.number(rest) })}
        </button>
      )}
      {isLong && facet.more > 0 && (
        <p className="py-1 text-sm text-muted">
          {t('filters.beyond', { count: facet.more, total: formats.number(facet.more) })}
        </p>
      )}
    </>
  )
}

function FoundRows({ facet, text, ...rows }: ListProps & { text: string }) {
  const { t } = useTranslation('list')
  const words = useFilterWords()
  const query = use(StoresQueryContext)
  const found = useFoundOptions({ filterKey: rows.filterKey, facet, query, text, words })
  return found.length > 0 ? (
    <Rows {...rows} items={found} />
  ) : (
    <p className="py-1.5 text-sm text-muted">{t('filters.findNone')}</p>
  )
}

/** The most frequent values, in list order, and every chosen value. */
function firstOf(items: readonly OptionItem[], choice: FilterChoice): OptionItem[] {
  if (items.length <= FEW + 2) return [...items]
  const frequent = new Set(
    items
      .filter(({ isSpecial }) => !isSpecial)
      .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
      .slice(0, FEW),
  )
  return items.filter(
    (item) => frequent.has(item) || item.isSpecial || stateOf(choice, item.value) !== 'neither',
  )
}

type RowsProps = Pick<Props, 'filterKey' | 'choice' | 'hasCounts'> & {
  items: readonly OptionItem[]
  onPress: (value: string, state: 'include' | 'exclude') => void
}

function Rows({ filterKey, items, choice, hasCounts, onPress }: RowsProps) {
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
          state={stateOf(choice, value)}
          canExclude={canExclude}
          onPress={onPress}
        />
      ))}
    </div>
  )
}

/** The panel explains the failure below its filters and offers a retry. */
function NoOptions() {
  const { t } = useTranslation('list')
  return <p className="py-1.5 text-sm text-muted">{t('filters.noValues')}</p>
}

const OptionBones = () => (
  <div className="grid gap-3 py-2">
    {['w-40', 'w-28', 'w-32', 'w-24'].map((width) => (
      <Bone key={width} className={`h-4 ${width} max-w-full`} />
    ))}
  </div>
)
