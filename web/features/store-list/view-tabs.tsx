import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/format.ts'
import { type ListAddress, listViews, type ListView } from './list-address.ts'
import { useViewTotals } from './use-view-totals.ts'

type Props = {
  address: ListAddress
  /** Total of the open view; null while unknown. */
  listed: number | null
  hrefOf: (view: ListView) => string
}

/** The same dates and filters as stores, leads or products. Links, because each view has its own address. */
export function ViewTabs({ address, listed, hrefOf }: Props) {
  const { view } = address
  const totals = useViewTotals(address, listed)
  const { t } = useTranslation('list')
  const formats = useFormats()
  const bar = useRef<HTMLElement>(null)
  const isTotalThere = totals[view] !== null
  useEffect(() => showCurrent(bar.current), [view, isTotalThere])
  return (
    <nav ref={bar} aria-label={t('views.label')} className="-mb-px flex min-w-0 gap-x-6 overflow-x-auto">
      {listViews.map((each) => (
        <Link
          key={each}
          to={hrefOf(each)}
          preventScrollReset
          aria-current={each === view ? 'page' : undefined}
          className={cn(
            'flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-1 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
            each === view ? 'border-sun text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {t(`views.${each}`)}
          {/* Reserves the space of the figure while the next one is loading. */}
          {(totals[each] !== null || (view !== 'products' && each !== 'products')) && (
            <span
              className={cn(
                'min-h-5 min-w-8 rounded-full bg-sunken px-2 text-center text-xs leading-5 font-semibold',
                each === view ? 'text-ink' : 'text-muted',
              )}
            >
              {totals[each] !== null && formats.number(totals[each])}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** On narrow screens the last tab is outside the visible part. Scrolls the tab bar, not the page. */
function showCurrent(bar: HTMLElement | null): void {
  const link = bar?.querySelector('[aria-current]')
  if (!bar || !link) return
  const [frame, place] = [bar.getBoundingClientRect(), link.getBoundingClientRect()]
  if (place.right > frame.right) bar.scrollLeft += place.right - frame.right
  else if (place.left < frame.left) bar.scrollLeft -= frame.left - place.left
}
