import { useDroppable } from '@dnd-kit/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import {
  memo,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import {
  dismissErasedLeads,
  type Lead,
  LeadSort,
  listStages,
  type Stage,
} from '#contracts/workspace/leads.ts'
import { isBuiltInStage } from '#contracts/workspace/stage-keys.ts'
import { useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Bone, Loaded } from '#web/ui/feedback/loaded.tsx'
import { QuietSelect } from '#web/ui/form/quiet-select.tsx'
import { LeadCard } from './lead-card.tsx'
import { dueOf } from './lead-day.ts'
import { type LeadFilter, useColumn } from './lead-pages.ts'
import { StageMark, useStageName } from './stages.tsx'
import { toldLead } from './use-lead-change.ts'

type Props = {
  stage: Stage
  filter: Omit<LeadFilter, 'sortBy'>
  sortBy: LeadSort
  /** Leads that are gone because their stores were erased. */
  erased: number
  isInto: boolean
  onOrder: (stage: Stage['key'], sortBy: LeadSort) => void
  /** What an empty stage offers. */
  offers: ReactNode
}

/** A move renders the two columns that it is about. */
export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { stage, sortBy, erased, isInto, onOrder, offers } = props
  const filter = useMemo(() => ({ ...props.filter, sortBy }), [props.filter, sortBy])
  const id = useId()
  const { setNodeRef } = useDroppable({ id: stage.key })
  const { column, leads } = useColumn(stage.key, filter)
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = column
  return (
    <section
      ref={setNodeRef}
      id={`stage-${stage.key}`}
      aria-labelledby={id}
      data-stage={stage.key}
      className={cn(
        'relative flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border bg-surface max-work:snap-start max-work:rounded-none max-work:border-0',
        isInto ? 'border-action ring-1 ring-action' : 'border-line',
      )}
    >
      <ColumnHead id={id} stage={stage} sortBy={sortBy} isInto={isInto} onOrder={onOrder} />
      {erased > 0 && <ErasedLine count={erased} />}
      <Loaded
        query={column}
        headingLevel="h2"
        skeleton={<ColumnSkeleton />}
        empty={() => leads.length === 0 && <EmptyStage stage={stage}>{offers}</EmptyStage>}
      >
        {() => (
          <CardList
            stage={stage}
            leads={leads}
            filter={filter}
            more={
              hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? fetchNextPage : null
            }
          />
        )}
      </Loaded>
    </section>
  )
})

type HeadProps = Pick<Props, 'stage' | 'isInto' | 'onOrder'> & { id: string; sortBy: LeadSort }

function ColumnHead({ id, stage, sortBy, isInto, onOrder }: HeadProps) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const name = useStageName()(stage)
  return (
    <div
      className={cn(
        'flex h-9.25 shrink-0 items-center gap-1.5 border-b border-rule ps-3 pe-1 max-work:hidden',
        isInto && 'bg-sunken',
      )}
    >
      <StageMark stage={stage} />
      <h2 id={id} title={name} className="min-w-0 truncate text-sm tracking-[-0.008em]">
        {name}
      </h2>
      <span className="text-xs text-muted">{formats.number(stage.leads)}</span>
      <QuietSelect
        label={t('order.label', { stage: name })}
        choices={LeadSort.options}
        value={sortBy}
        onChange={(chosen) => onOrder(stage.key, chosen)}
        className="ms-auto shrink-0"
      >
        {(each) => t(`order.${each}`)}
      </QuietSelect>
    </div>
  )
}

function ErasedLine({ count }: { count: number }) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const reload = useReload()
  const dismiss = useCall(dismissErasedLeads, { onSuccess: () => reload(listStages) })
  return (
    <p className="flex min-h-6.25 shrink-0 items-center justify-between border-b border-line bg-canvas ps-3 text-xs text-muted">
      {t('erased', formats.counted(count))}
      <button
        type="button"
        aria-label={t('hideErased')}
        title={t('hideErased')}
        aria-busy={dismiss.isPending || undefined}
        onClick={() => dismiss.mutate({})}
        className="grid size-6 shrink-0 place-items-center text-faint hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </p>
  )
}

function EmptyStage({ stage: { key }, children }: { stage: Stage; children: ReactNode }) {
  const { t } = useTranslation('leads')
  return (
    <div className="grid justify-items-start gap-2.5 px-3 py-3.5 text-xs text-muted">
      <p>{t(`empty.${isBuiltInStage(key) ? key : 'own'}`)}</p>
      {children}
    </div>
  )
}

const ColumnSkeleton = () => (
  <div aria-busy className="grid gap-px">
    {Array.from({ length: 6 }, (_, at) => (
      <div key={at} className="grid h-14.5 content-center gap-2 border-b border-line px-3">
        <Bone className="h-3.5 w-32 max-w-full" />
        <Bone className="h-3 w-40 max-w-full" />
      </div>
    ))}
  </div>
)

type Part = 'overdue' | 'today' | 'later'
type Item = { kind: 'head'; part: Part } | { kind: 'lead'; lead: Lead; at: number }

const partOf = (lead: Lead, today: Day): Part => {
  const due = dueOf(lead, today)
  return due === 'none' ? 'later' : due
}

/** With heads in the order of days, where something is overdue or due today. */
export function itemsOf(leads: readonly Lead[], today: Day, hasParts: boolean): Item[] {
  return leads.flatMap((lead, at): Item[] => {
    const part = partOf(lead, today)
    const before = leads[at - 1]
    const isFirst = before === undefined || partOf(before, today) !== part
    const item: Item = { kind: 'lead', lead, at }
    return hasParts && isFirst ? [{ kind: 'head', part }, item] : [item]
  })
}

const REM = { card: 3.625, head: 1.5625 }
const AHEAD = 8

type CardsProps = {
  stage: Stage
  leads: readonly Lead[]
  filter: LeadFilter
  /** Null while there is nothing more to ask for. */
  more: (() => unknown) | null
}

/** Draws only the cards in view, and asks for more before the last one comes into view. */
function CardList({ stage, leads, filter, more }: CardsProps) {
  const { today, sortBy } = filter
  const box = useRef<HTMLDivElement>(null)
  const hasParts = sortBy === 'due' && stage.overdue + stage.today > 0
  // Once: each reading makes the browser compute styles.
  const rem = remPx()
  const items = useMemo(() => itemsOf(leads, today, hasParts), [leads, today, hasParts])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const cards = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => REM[items[at]?.kind === 'head' ? 'head' : 'card'] * rem,
    getItemKey: (at) => keyOf(items[at]),
    overscan: AHEAD,
  })
  const shown = cards.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && last >= items.length - AHEAD - 1) void more()
  }, [last, items.length, more])
  useTold(items, (at) => cards.scrollToIndex(at, { align: 'auto' }), box)
  const [first] = shown
  return (
    <div
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-width:thin]"
    >
      {/* Inside: a padding of its own would make the box that scrolls as high as all of it. */}
      <ol
        style={{
          paddingTop: first?.start ?? 0,
          paddingBottom: Math.max(0, cards.getTotalSize() - (shown.at(-1)?.end ?? 0)),
        }}
      >
        {shown.map(({ index, key }) => {
          const item = items[index]
          if (!item) return null
          return item.kind === 'head' ? (
            <PartHead key={key} part={item.part} stage={stage} />
          ) : (
            <LeadCard
              key={key}
              lead={item.lead}
              today={today}
              sortBy={sortBy}
              at={item.at}
              total={stage.leads}
            />
          )
        })}
      </ol>
    </div>
  )
}

const remPx = () => parseFloat(getComputedStyle(document.documentElement).fontSize)
const keyOf = (item: Item | undefined) =>
  item?.kind === 'lead' ? item.lead.store.id : (item?.part ?? '')

/** The card that was just moved comes into view; moved by keys it also has the focus again. */
function useTold(
  items: readonly Item[],
  show: (at: number) => void,
  box: { current: HTMLElement | null },
): void {
  const told = useSyncExternalStore(toldLead.subscribe, toldLead.current, () => null)
  const at = told
    ? items.findIndex((item) => item.kind === 'lead' && item.lead.store.id === told.id)
    : -1
  const isThere = at !== -1
  useEffect(() => {
    if (!told || !isThere) return
    show(at)
    if (!told.isByKeys) return
    const frame = requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-lead="${told.id}"] a`)
        ?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
    // Only when it comes: later it may move on with the others.
    // oxlint-disable-next-line exhaustive-deps
  }, [told, isThere])
}

function PartHead({ part, stage }: { part: Part; stage: Stage }) {
  const { t } = useTranslation('leads')
  const formats = useFormats()
  const count = part === 'later' ? stage.leads - stage.overdue - stage.today : stage[part]
  return (
    <li
      className={cn(
        'sticky top-0 z-2 flex h-6.25 items-center justify-between border-b border-line bg-canvas px-3 text-xs font-semibold',
        part === 'overdue' ? 'text-bad' : 'text-muted',
      )}
    >
      {t(`due.${part}`)}
      <span className="font-normal">{formats.number(Math.max(0, count))}</span>
    </li>
  )
}
