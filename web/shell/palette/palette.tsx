import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { type Facet, listFacets } from '#contracts/catalog/stores.ts'
import { q, qKept } from '#web/api/query.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDebouncedValue } from '#web/lib/debounced-value.ts'
import { codesOf } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import type { SurfaceProps } from '#web/lib/navigation/open-surface.ts'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PaletteDialog } from './palette-dialog.tsx'
import { arrangeItems, type PaletteItem } from './palette-items.ts'
import { usePaletteItems } from './use-palette-items.ts'
import {
  type DaysReading,
  type StoreSearch,
  useProductResults,
  useResearchItems,
  useStoreResults,
} from './use-research-items.ts'

/** https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ inside a dialog. */
export function Palette(props: SurfaceProps) {
  return isPaid(useSession()) ? <MemberPalette {...props} /> : <PublicPalette {...props} />
}

const DEBOUNCE_MS = 200

function MemberPalette(props: SurfaceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const searched = useDebouncedValue(wanted, DEBOUNCE_MS)
  const general = usePaletteItems()
  const { items: research, days } = useResearchItems(wanted)
  const filters = useFilterItems(searched)
  const { items: stores, search } = useStoreResults(wanted, searched)
  const products = useProductResults(wanted, searched)
  const groups = arrangeItems([...general, ...research, ...filters, ...stores, ...products], wanted)
  return (
    <PaletteDialog
      {...props}
      text={text}
      onWrite={setText}
      groups={groups}
      isBusy={search.kind === 'searching'}
      isSearching
      note={<PaletteNote text={wanted} isEmpty={groups.length === 0} search={search} days={days} />}
    />
  )
}

/** Guests and visitors can open the public pages, and choose language and appearance. */
function PublicPalette(props: SurfaceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const groups = arrangeItems(usePaletteItems(), wanted)
  return (
    <PaletteDialog
      {...props}
      text={text}
      onWrite={setText}
      groups={groups}
      note={
        <PaletteNote
          text={wanted}
          isEmpty={groups.length === 0}
          search={{ kind: 'none' }}
          days={null}
        />
      }
    />
  )
}

type Props = { text: string; isEmpty: boolean; search: StoreSearch; days: DaysReading }

function PaletteNote({ text, isEmpty, search, days }: Props) {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  if (days?.kind === 'future')
    return (
      <p className="px-4 py-3 text-sm text-muted">{t('future', { day: formats.day(days.day) })}</p>
    )
  if (days?.kind === 'tooLong')
    return <p className="px-4 py-3 text-sm text-muted">{t('tooLong', { most: MAX_RANGE_DAYS })}</p>
  switch (search.kind) {
    case 'failed':
      return (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
          <p>{t('storesFailed')}</p>
          <Button variant="secondary" size="sm" onClick={search.retry}>
            {t('retry')}
          </Button>
        </div>
      )
    case 'offline':
      return <p className="px-4 py-3 text-sm text-muted">{t('offline')}</p>
    case 'searching':
      return isEmpty ? <p className="px-4 py-8 text-center text-muted">{t('searching')}</p> : null
    case 'found':
    case 'none':
      return isEmpty ? <Nothing text={text} hasHint={search.kind === 'found'} /> : null
    default:
      return search satisfies never
  }
}

function Nothing({ text, hasHint }: { text: string; hasHint: boolean }) {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const today = useToday()
  return (
    <div className="px-4 py-8 text-center">
      <p className="font-semibold">{t('none', { text })}</p>
      {hasHint && (
        <p className="mt-1 text-sm text-muted">{t('noneHint', { day: formats.shortDay(today) })}</p>
      )}
    </div>
  )
}

const keys = ['country', 'category', 'theme', 'apps'] as const
type Key = (typeof keys)[number]
/** These filters have so many values that most can only be found by name. */
const named: readonly Key[] = ['theme', 'apps']

/** Of the most used filters, for newly launched stores. */
function useFilterItems(searched: string): PaletteItem[] {
  const { t } = useTranslation(['list', 'palette'])
  const formats = useFormats()
  const common = useQuery(q(listFacets, { query: { launchStatus: 'new', groups: keys.join() } }))
  const commonFacets = common.data?.facets ?? []
  const totalOf = (count: number) => t('palette:stores', formats.counted(count))
  const beyond = named.filter((key) =>
    commonFacets.some((facet) => facet.key === key && facet.more > 0),
  )
  const rare = useQuery({
    ...qKept(listFacets, {
      query: { launchStatus: 'new', groups: beyond.join(), find: searched.slice(0, 60) },
    }),
    enabled: searched !== '' && beyond.length > 0,
  })
  const valuesOf = (key: Key): Facet['options'] => {
    const own = [...commonFacets, ...((searched !== '' && rare.data?.facets) || [])].filter(
      (facet) => facet.key === key,
    )
    const options = own.flatMap((facet) => facet.options)
    const isMore = own.some(({ more }) => more > 0)
    const unlisted = isMore
      ? (codesOf(key)?.() ?? []).map((value) => ({ value, label: null, count: 0 }))
      : []
    const all = [...options, ...unlisted]
    return all.filter(({ value }, at) => all.findIndex((each) => each.value === value) === at)
  }
  const labelOf = (key: Key, { value, label }: Facet['options'][number]): string => {
    if (key === 'country') return formats.country(value)
    // Safe: a test checks that every category has a text.
    return key === 'category'
      ? t(`filter.category.options.${value}` as 'filter.category.options.fashion')
      : (label ?? value)
  }
  return keys.flatMap((key) => {
    const name = t(`filter.${key}.name`)
    return valuesOf(key).map((option): PaletteItem => ({
      id: `filter:${key}:${option.value}`,
      group: 'filters',
      label: labelOf(key, option),
      hint: option.count > 0 ? `${name} · ${totalOf(option.count)}` : name,
      words: name,
      shown: 'typed',
      action: { kind: 'go', to: paths.list({ [key]: option.value }) },
    }))
  })
}
