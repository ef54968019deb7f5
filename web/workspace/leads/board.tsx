import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { LeadSort, listStages } from '#contracts/workspace/leads.ts'
import type { StageKey } from '#contracts/workspace/stage-keys.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { useSearches } from '#web/workspace/saved-searches/saved-searches.ts'
import { BoardColumn } from './board-column.tsx'
import { LiftedCard } from './lead-card.tsx'
import type { LeadFilter } from './lead-pages.ts'
import { type LeadsAddress, orderOf, usualOrder } from './leads-address.ts'
import { useStageName } from './stages.tsx'
import { LiftHint, StageTab, useBoardDrag } from './use-board-drag.tsx'

type Props = {
  board: ResponseOf<typeof listStages>
  address: LeadsAddress
  filter: Omit<LeadFilter, 'sortBy'>
  onOrders: (orders: LeadsAddress['orders']) => void
}

/** A column for each stage; on phones one of them at a time, chosen by the tabs. */
export function Board({ board, address, filter, onOrders }: Props) {
  const { stages, erased } = board
  const drag = useBoardDrag(stages)
  const { lifted } = drag
  const box = useRef<HTMLDivElement>(null)
  const [first] = stages
  const latest = useRef({ address, onOrders })
  useEffect(() => {
    latest.current = { address, onOrders }
  })
  const order = useCallback((stage: StageKey, chosen: LeadSort) => {
    const { address, onOrders } = latest.current
    onOrders(withOrder(address.orders, stage, chosen))
  }, [])
  return (
    <DndContext {...drag.context}>
      <StageTabs stages={stages} box={box} />
      <div
        ref={box}
        data-board
        className="grid h-[calc(100dvh-var(--spacing-below)-var(--spacing-foot))] auto-cols-[minmax(14.75rem,1fr)] grid-flow-col gap-2.5 overflow-x-auto overflow-y-hidden px-pad pt-2.5 pb-3 [scrollbar-width:thin] in-data-told:pb-18 max-work:h-[calc(100dvh-var(--spacing-below)-var(--spacing-foot)-2.75rem)] max-work:auto-cols-[100%] max-work:gap-0 max-work:snap-x max-work:snap-mandatory max-work:p-0 max-work:in-data-told:pb-28"
      >
        {stages.map((stage) => (
          <BoardColumn
            key={stage.key}
            stage={stage}
            filter={filter}
            sortBy={orderOf(address, stage.key)}
            erased={erased.find(({ stage: key }) => key === stage.key)?.count ?? 0}
            isInto={lifted?.into === stage.key && lifted.lead.stage !== stage.key}
            onOrder={order}
            offers={stage === first ? FIRST_OFFERS : null}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <LiftedCard
            lead={lifted.lead}
            today={filter.today}
            sortBy={orderOf(address, lifted.lead.stage)}
          />
        )}
      </DragOverlay>
      {lifted?.isByKeys && <LiftHint lifted={lifted} stages={stages} />}
    </DndContext>
  )
}

function withOrder(
  orders: LeadsAddress['orders'],
  stage: StageKey,
  chosen: LeadFilter['sortBy'],
): LeadsAddress['orders'] {
  const { [stage]: _before, ...others } = orders
  return chosen === usualOrder(stage) ? others : { ...others, [stage]: chosen }
}

type TabsProps = {
  stages: Props['board']['stages']
  box: { current: HTMLElement | null }
}

/** Each shows its column, and takes a card that is dropped on it. */
function StageTabs({ stages, box }: TabsProps) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const nameOf = useStageName()
  const bar = useRef<HTMLElement>(null)
  useTabInView(box, bar)
  return (
    <nav
      ref={bar}
      aria-label={t('stages')}
      className="strip flex h-11 gap-0.5 border-b border-rule bg-canvas px-1.5 work:hidden"
    >
      {stages.map((stage, at) => (
        <StageTab key={stage.key} stage={stage} isFirst={at === 0}>
          {nameOf(stage)}
          <span className="text-xs font-normal text-muted">{formats.number(stage.leads)}</span>
        </StageTab>
      ))}
    </nav>
  )
}

/** Marks the tab of the column in view. In the document: no column has to render for it. */
function useTabInView(box: TabsProps['box'], bar: { current: HTMLElement | null }): void {
  useEffect(() => {
    const board = box.current
    if (!board) return
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting || !(target instanceof HTMLElement)) continue
          for (const tab of bar.current?.children ?? []) tab.toggleAttribute('aria-current', false)
          bar.current?.querySelector(`[href="#${target.id}"]`)?.setAttribute('aria-current', 'true')
        }
      },
      { root: board, threshold: 0.6 },
    )
    for (const column of board.children) seen.observe(column)
    const stop = keepCurrentTabVisible(bar.current)
    return () => {
      seen.disconnect()
      stop?.()
    }
  }, [box, bar])
}

const FIRST_OFFERS = <FirstOffers />

/** Where the first leads come from. */
function FirstOffers() {
  const { t } = useTranslation('leads')
  const searches = useSearches().data?.searches ?? []
  const [search] = searches.toSorted((a, b) => b.newMatches - a.newMatches)
  return (
    <span className="flex flex-wrap gap-2">
      {search && (
        <LinkButton variant="secondary" size="sm" to={`${paths.list()}?${search.query}`}>
          {search.name}
        </LinkButton>
      )}
      <Link to={paths.list({ view: 'leads' })} className="link inline-flex min-h-9 items-center">
        {t('newLeads')}
      </Link>
    </span>
  )
}
