import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { StoreScore } from '#contracts/catalog/score.ts'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { qKept } from '#web/api/query.ts'
import type { StoresQuery } from '#web/catalog/list/list-address.ts'
import { cn } from '#web/lib/cn.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { NameOf, ScoreWords } from '#web/lib/i18n/score-words.ts'
import { paths } from '#web/paths.ts'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { Breakdown } from './breakdown.tsx'
import { ScoreButton } from './score-button.tsx'

type Props = {
  rows: readonly RankedRow[]
  total: number
  words: ScoreWords
  nameOf: NameOf
}

const HEAD =
  'sticky top-below z-10 h-thead border-b border-rule bg-surface px-2 text-start text-xs font-semibold whitespace-nowrap text-muted'
const CELL =
  'h-9 border-b border-line px-2 text-xs whitespace-nowrap text-muted max-work:block max-work:h-auto max-work:border-0 max-work:p-0 2xl:h-10'

/** Stores in the order of their score, with the places that each has won or lost. */
export function RankedList({ rows, total, words, nameOf }: Props) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  const body = useRef<HTMLTableSectionElement>(null)
  useSlidingRows(body)
  const counts = { ...formats.counted(total), shown: formats.number(rows.length) }
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 max-work:block">
      <caption className="sr-only">{t('list.caption')}</caption>
      <thead className="max-work:hidden">
        <tr>
          <th scope="col" className={cn(HEAD, 'w-11.5 ps-pad')}>
            <span className="sr-only">{t('list.place')}</span>
          </th>
          <th scope="col" className={cn(HEAD, 'w-10')}>
            <span className="sr-only">{t('list.change')}</span>
          </th>
          <th
            scope="col"
            className={cn(HEAD, '@min-[40rem]/results:w-54 @min-[52rem]/results:w-65')}
          >
            {t(rows.length < total ? 'list.first' : 'list.stores', counts)}
          </th>
          <th scope="col" className={cn(HEAD, '@max-[40rem]/results:hidden')}>
            {t('list.why')}
          </th>
          <th scope="col" aria-sort="descending" className={cn(HEAD, 'w-28 text-ink')}>
            <ArrowDown className="me-0.5 inline size-3.5 align-[-2px]" aria-hidden />
            {t('list.score')}
          </th>
        </tr>
      </thead>
      <tbody ref={body} className="max-work:block">
        {rows.map((row, at) => (
          <Row key={row.store.id} row={row} place={at + 1} words={words} nameOf={nameOf} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'words' | 'nameOf'> & { row: RankedRow; place: number }

function Row({ row, place, words, nameOf }: RowProps) {
  const formats = useFormats()
  const { store, score, moved } = row
  return (
    <tr
      data-store={store.id}
      className="relative hover:bg-canvas has-[:popover-open]:bg-sunken max-work:grid max-work:min-h-14.5 max-work:grid-cols-[2.125rem_minmax(0,1fr)_auto] max-work:content-center max-work:items-center max-work:gap-x-2.5 max-work:border-b max-work:border-line max-work:px-pad max-work:py-1.5"
    >
      <td className={cn(CELL, 'ps-pad text-faint tabular-nums max-work:hidden')}>
        {formats.number(place)}
      </td>
      <td className={cn(CELL, 'max-work:col-start-3 max-work:row-start-2 max-work:text-end')}>
        <Moved by={moved} />
      </td>
      <th scope="row" className={cn(CELL, 'text-start font-normal max-work:contents')}>
        <span className="flex min-w-0 items-center gap-2 max-work:contents">
          <StoreLogo
            url={store.logoUrl}
            name={store.name}
            className="size-6! text-2xs max-work:col-start-1 max-work:row-span-2 max-work:row-start-1 max-work:size-8.5! max-work:text-xs"
          />
          <Link
            to={paths.listStore(store.slug)}
            title={`${store.name}, ${store.domain}`}
            className="min-w-0 truncate text-sm font-semibold text-ink hover:underline max-work:col-start-2 max-work:row-start-1 max-work:leading-6 pointer-coarse:work:py-2.5"
          >
            {store.name}
          </Link>
        </span>
      </th>
      <td
        className={cn(
          CELL,
          'truncate work:@max-[40rem]/results:hidden max-work:col-start-2 max-work:row-start-2',
        )}
      >
        <Reasons row={row} words={words} />
      </td>
      <td className={cn(CELL, 'max-work:col-start-3 max-work:row-start-1')}>
        <ScoreButton store={store} {...score}>
          <Breakdown store={store} score={score} nameOf={nameOf} />
        </ScoreButton>
      </td>
    </tr>
  )
}

function Moved({ by }: { by: number | null }) {
  const { t } = useTranslation('score')
  const formats = useFormats()
  if (by === 0) return null
  if (by === null) return <span className="font-semibold text-ink">{t('list.new')}</span>
  const [Arrow, key] = by > 0 ? [ArrowUp, 'list.up' as const] : [ArrowDown, 'list.down' as const]
  const count = Math.abs(by)
  return (
    <span
      className={cn('inline-flex items-center', by > 0 ? 'font-semibold text-ink' : 'text-faint')}
    >
      <Arrow className="size-3.5" aria-hidden />
      <span aria-hidden>{formats.number(count)}</span>
      <span className="sr-only">{t(key, { count })}</span>
    </span>
  )
}

/** Of these every second store has all points: they tell no store from another. */
const USUAL: ReadonlySet<string> = new Set(['alive', 'risk', 'lacksApp'])
const MOST_REASONS = 3

/** What gave the most points; before it, the heaviest factor that is not known. */
function Reasons({ row: { score }, words }: Pick<RowProps, 'row' | 'words'>) {
  const { t } = useTranslation('score')
  const heaviest = score.factors
    .filter(({ points, weight }) => points === null && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0]
  const isUnreachable = score.factors.some(({ value }) => value === 'none')
  const best = score.factors
    .filter(({ kind, points }) => (points ?? 0) > 0 && !USUAL.has(kind))
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
    .slice(0, heaviest || isUnreachable ? MOST_REASONS - 1 : MOST_REASONS)
    .map(words.value)
    .join(', ')
  return (
    <>
      {isUnreachable && <b className="font-semibold text-bad">{t('values.contact.none')}</b>}
      {!isUnreachable && heaviest && (
        <b className="font-semibold text-ink">
          {t('list.unknown', { factor: words.name(heaviest.kind) })}
        </b>
      )}
      {(isUnreachable || heaviest) && best && ', '}
      {best}
    </>
  )
}

const SLIDE_MS = 180

/** Rows that change their place slide there, unless the reader wants less motion. */
function useSlidingRows(body: RefObject<HTMLElement | null>): void {
  const tops = useRef(new Map<Element, number>())
  useLayoutEffect(() => {
    const rows = [...(body.current?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of rows) {
      const by = (tops.current.get(row) ?? row.offsetTop) - row.offsetTop
      if (by !== 0 && !isStill)
        row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
          duration: SLIDE_MS,
          easing: 'ease-out',
        })
    }
    tops.current = new Map(rows.map((row) => [row, row.offsetTop]))
  })
}

/** As many rows as the editor ranks; the list has them all. */
const RANKED_ROWS = 50
/** A slider that moves asks once it pauses for this long. */
const DEBOUNCE_MS = 80

export type RankedRow = {
  store: StoreSummary
  score: StoreScore
  /** Places won since the saved profile, below 0 lost; null = it was not among the rows. */
  moved: number | null
}

const queryOf = (stores: StoresQuery, profile: string) => ({
  query: {
    ...stores,
    profile,
    page: '0',
    size: String(RANKED_ROWS),
    sortBy: 'score' as const,
    sortDirection: 'DESC' as const,
    withScores: 'factors' as const,
  },
})

/** The first stores by the profile that is being edited, beside their places by the saved one. */
export function useRanking(stores: StoresQuery, saved: string, edited: string) {
  const before = useQuery(qKept(listStores, queryOf(stores, saved)))
  const now = useQuery(qKept(listStores, queryOf(stores, useDebouncedValue(edited, DEBOUNCE_MS))))
  const rows = useMemo(() => rankedRows(now.data, before.data), [now.data, before.data])
  return { query: now, rows }
}

export type Ranking = ReturnType<typeof useRanking>

type Answer = {
  content: readonly StoreSummary[]
  scores?: readonly ScoredRow[] | undefined
}
type ScoredRow = Pick<StoreScore, 'points' | 'known'> & {
  id: number
  factors?: StoreScore['factors'] | undefined
}

export function rankedRows(now: Answer | undefined, before: Answer | undefined): RankedRow[] {
  if (!now) return []
  const scores = new Map(now.scores?.map((score) => [score.id, score]))
  const places = new Map((before ?? now).content.map(({ id }, place) => [id, place]))
  return now.content.flatMap((store, place) => {
    const score = scores.get(store.id)
    if (!score?.factors) return []
    const was = places.get(store.id)
    const moved = was === undefined ? null : was - place
    return [{ store, score: { ...score, factors: score.factors }, moved }]
  })
}

/** How many rows have no known value for the factor at a place of the profile. */
export const unknownAt = (rows: readonly RankedRow[], at: number): number =>
  rows.filter(({ score }) => score.factors[at]?.points === null).length
