import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type FilterChoice, type FilterKey, NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { type ChangeFilter, StoresQueryContext } from '#web/catalog/list/list-change.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { stateOf, toggleValue } from './filter-choice.ts'
import { type OptionItem, optionsOf, useFoundOptions } from './filter-options.ts'
import { OptionRow } from './option-row.tsx'

export type OptionListProps = {
  filterKey: FilterKey
  choice: FilterChoice
  /** Undefined until the first counts arrive. */
  facet: Facet | undefined
  hasCounts: boolean
  /** There are no counts, and no call for them is running. */
  hasFailed: boolean
  onChange: ChangeFilter
}

const SHOWN_AT_FIRST = 6
const SEARCH_FROM = 12

/** Filters by what a shop uses: as often by what it lacks. */
const SIGNED: ReadonlySet<FilterKey> = new Set(['apps', 'theme', 'pixels'])
const SIGNS = ['include', 'exclude', 'any'] as const
type Sign = (typeof SIGNS)[number]

const signOf = ({ include, exclude }: FilterChoice): Sign =>
  include.length > 0 ? 'include' : exclude.length > 0 ? 'exclude' : 'any'

/**
 * The values of a filter with their counts: the first few, the rest on demand, and a search field
 * when there are many.
 */
export function OptionList({
  filterKey,
  choice,
  facet,
  hasCounts,
  hasFailed,
  onChange,
}: OptionListProps) {
  const { t } = useTranslation('list')
  const words = useFilterLabels()
  const [text, setText] = useState('')
  const [sign, setSign] = useState<Sign | null>(null)
  const press = useCallback(
    (value: string, state: 'include' | 'exclude') =>
      onChange(filterKey, (current) => toggleValue(current, value, state)),
    [filterKey, onChange],
  )
  if (!facet)
    return hasFailed ? (
      // The panel explains the failure below its filters and offers a retry.
      <p className="py-1.5 text-muted">{t('filters.noValues')}</p>
    ) : (
      <OptionBones />
    )
  const wanted = text.trim()
  const current = sign ?? signOf(choice)
  const isSigned = SIGNED.has(filterKey)
  const list = {
    filterKey,
    choice,
    facet,
    hasCounts,
    onPress: press,
    ...(isSigned && { sign: current === 'exclude' ? ('exclude' as const) : ('include' as const) }),
  }
  return (
    <>
      {isSigned && (
        <Segmented
          isSmall
          label={words.name(filterKey)}
          choices={SIGNS}
          value={current}
          onChange={(next) => {
            setSign(next === 'any' ? null : next)
            if (next === 'any') onChange(filterKey, () => NO_CHOICE)
          }}
        >
          {(each) => t(`filters.sign.${each}`)}
        </Segmented>
      )}
      {facet.options.length + facet.more > SEARCH_FROM && (
        <OptionSearch filter={words.name(filterKey)} text={text} onType={setText} />
      )}
      {wanted === '' ? <KnownRows {...list} /> : <FoundRows {...list} text={wanted} />}
    </>
  )
}

type ListProps = Pick<RowsProps, 'filterKey' | 'choice' | 'hasCounts' | 'onPress' | 'sign'> & {
  facet: Facet
}

function KnownRows({ facet, ...rows }: ListProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const words = useFilterLabels()
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
          className="link min-h-7 pointer-coarse:min-h-11"
        >
          {isLong ? t('filters.less') : t('filters.more', formats.counted(rest))}
        </button>
      )}
      {isLong && facet.more > 0 && (
        <p className="py-1 text-muted">{t('filters.beyond', formats.counted(facet.more))}</p>
      )}
    </>
  )
}

function FoundRows({ facet, text, ...rows }: ListProps & { text: string }) {
  const { t } = useTranslation(['list', 'errors'])
  const formats = useFormats()
  const words = useFilterLabels()
  const query = use(StoresQueryContext)
  const { items, total, state, retry } = useFoundOptions({
    filterKey: rows.filterKey,
    facet,
    query,
    text,
    words,
  })
  const found =
    items.length > 0 ? t('list:filters.found', formats.counted(total)) : t('list:filters.findNone')
  return (
    <>
      <p role="status" className="py-1 text-muted">
        {state === 'searching' && t('list:filters.findBusy')}
        {state === 'found' && found}
        {state === 'failed' && t('list:filters.findFailed')}
      </p>
      {state === 'failed' && (
        <Button variant="quiet" size="sm" onClick={retry}>
          {t('errors:retry')}
        </Button>
      )}
      {items.length > 0 && <Rows {...rows} items={items} />}
    </>
  )
}

/** The most frequent values, in list order, and every chosen value. */
function firstOf(items: readonly OptionItem[], choice: FilterChoice): OptionItem[] {
  if (items.length <= SHOWN_AT_FIRST + 2) return [...items]
  const frequent = new Set(
    items
      .filter(({ isSpecial }) => !isSpecial)
      .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0))
      .slice(0, SHOWN_AT_FIRST),
  )
  return items.filter(
    (item) => frequent.has(item) || item.isSpecial || stateOf(choice, item.value) !== 'neither',
  )
}

type RowsProps = Pick<OptionListProps, 'filterKey' | 'choice' | 'hasCounts'> & {
  items: readonly OptionItem[]
  /** What a press on a row means, where the head of the filter says it. */
  sign?: 'include' | 'exclude'
  onPress: (value: string, state: 'include' | 'exclude') => void
}

function Rows({ filterKey, items, choice, hasCounts, sign, onPress }: RowsProps) {
  const words = useFilterLabels()
  const rows = useRef<HTMLDivElement>(null)
  const roving = useRovingRows(rows)
  return (
    <div
      ref={rows}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={words.name(filterKey)}
      {...roving}
    >
      {items.map(({ value, label, count, canExclude }, row) => (
        <OptionRow
          key={value}
          row={row}
          value={value}
          label={label}
          count={hasCounts ? count : null}
          state={stateOf(choice, value)}
          canExclude={canExclude}
          sign={sign}
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

type OptionSearchProps = { filter: string; text: string; onType: (text: string) => void }

/** Searches the values of a long filter. Esc empties the field. */
function OptionSearch({ filter, text, onType }: OptionSearchProps) {
  const { t } = useTranslation('list')
  const label = t('filters.find', { filter })
  return (
    <div className="relative my-1.5">
      <Search
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
      <Input
        type="search"
        data-escape-empties
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          onType('')
        }}
        className="min-h-7.5! ps-8! text-xs! pointer-coarse:min-h-11! pointer-coarse:text-base!"
      />
    </div>
  )
}

const BUTTONS = 'button[data-column]'

/** The button that an arrow key leads to, in rows of up to two buttons. */
export type Step = { row: number; column: number }

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/**
 * Makes many rows of buttons (`data-row`, `data-column`) one tab stop. Arrows move between them,
 * Home and End to the first and the last row. The elements themselves store the current stop, so
 * that adding or removing a row does not re-render the others.
 */
function useRovingRows(rows: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const stops = stopsOf(rows.current)
    if (!stops.some((stop) => stop.tabIndex === 0)) stops[0]?.setAttribute('tabindex', '0')
  })
  const moveTo = (stop: HTMLElement) => {
    for (const each of stopsOf(rows.current))
      each.setAttribute('tabindex', each === stop ? '0' : '-1')
    stop.focus()
  }
  return {
    onKeyDown(event: KeyboardEvent) {
      const stops = stopsOf(rows.current)
      const next = nextStop(stops, event.target, event.key)
      // At the edge too: elsewhere the same arrows step through the days.
      if (next !== null || STEPS[event.key]) event.preventDefault()
      if (next !== null) moveTo(next)
    },
    onFocus(event: { target: EventTarget }) {
      const stop = stopsOf(rows.current).find((each) => each === event.target)
      if (stop && stop.tabIndex !== 0) moveTo(stop)
    },
  }
}

const stopsOf = (rows: HTMLElement | null): HTMLElement[] => [
  ...(rows?.querySelectorAll<HTMLElement>(BUTTONS) ?? []),
]

const positionOf = (stop: HTMLElement): Step => ({
  row: Number(stop.dataset['row']),
  column: Number(stop.dataset['column']),
})

function nextStop(stops: HTMLElement[], from: EventTarget, key: string): HTMLElement | null {
  const current = stops.find((stop) => stop === from)
  if (!current) return null
  if (key === 'Home') return stops[0] ?? null
  if (key === 'End') return stops.findLast((stop) => positionOf(stop).column === 0) ?? null
  const step = STEPS[key]
  if (!step) return null
  const position = positionOf(current)
  const wanted = { row: position.row + step.row, column: position.column + step.column }
  const inRow = stops.filter((stop) => positionOf(stop).row === wanted.row)
  return (
    inRow.find((stop) => positionOf(stop).column === wanted.column) ??
    (step.row === 0 ? null : (inRow[0] ?? null))
  )
}
