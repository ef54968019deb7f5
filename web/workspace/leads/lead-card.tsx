import { useDraggable } from '@dnd-kit/core'
import { GitFork } from 'lucide-react'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import type { Lead, LeadSort } from '#contracts/workspace/leads.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { CountryPlate } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { peekLink } from '#web/ui/store/use-peek.ts'
import { useIsTicked } from '#web/workspace/bulk/ticks.ts'
import { useLeads } from './lead-actions.tsx'
import { dueOf, useDayText } from './lead-day.ts'
import { toldLead } from './use-lead-change.ts'

type Props = { lead: Lead; today: Day; sortBy: LeadSort }

const CARD =
  'group/card relative grid h-14.5 grid-cols-[1.625rem_minmax(0,1fr)] grid-rows-[1.375rem_1.125rem] content-center items-center gap-x-2 gap-y-0.5 ps-2.5 pe-2.75 select-none'

type CardProps = Props & { at: number; total: number }

/** A card that mouse, finger and keys move to another stage. */
export const LeadCard = memo(function LeadCard({ at, total, ...props }: CardProps) {
  const { lead, today } = props
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: lead.store.id,
    data: { lead },
  })
  const isTold = useSyncExternalStore(
    toldLead.subscribe,
    () => toldLead.current()?.id === lead.store.id,
    () => false,
  )
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      data-lead={lead.store.id}
      data-due={dueOf(lead, today)}
      aria-posinset={at + 1}
      aria-setsize={total}
      className={cn(
        CARD,
        'cursor-grab touch-manipulation border-b border-line bg-surface hover:bg-canvas has-[[aria-current]]:bg-sunken has-[[data-tick]:checked]:bg-sunken',
        isTold && 'bg-sunken shadow-[inset_3px_0_0_var(--color-ink)]',
        isDragging && 'bg-canvas *:invisible',
      )}
    >
      <OwnFace {...props} ref={setActivatorNodeRef} describedBy={attributes['aria-describedby']} />
    </li>
  )
})

type OwnFaceProps = Props & Omit<LinkProps, 'lead'>

/** Its place may change without it. */
const OwnFace = memo(function OwnFace({ ref, describedBy, ...props }: OwnFaceProps) {
  const { lead } = props
  return (
    <CardFace
      {...props}
      link={<CardLink lead={lead} ref={ref} describedBy={describedBy} />}
      box={<CardBox lead={lead} />}
    />
  )
})

/** What follows the pointer. */
export const LiftedCard = (props: Props) => (
  <div
    data-lifted
    className={cn(CARD, 'cursor-grabbing rounded-md border border-rule bg-raised shadow-float')}
  >
    <CardFace {...props} box={null} link={<span className={NAME}>{props.lead.store.name}</span>} />
  </div>
)

type FaceProps = Props & { link: ReactNode; box: ReactNode }

function CardFace({ lead, today, sortBy, link, box }: FaceProps) {
  const { store } = lead
  const formats = useFormats()
  return (
    <>
      <span className="relative grid justify-items-center">
        <StoreLogo url={store.logoUrl} name={store.name} className="size-5.5! text-xs" />
        {box}
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        {link}
        <Points lead={lead} />
      </span>
      {store.country ? (
        <CountryPlate
          code={store.country}
          name={formats.country(store.country)}
          className="w-6.5 px-0! text-center"
        />
      ) : (
        <span />
      )}
      <span className="flex min-w-0 items-center gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">{stepOf(lead)}</span>
        <Fork lead={lead} />
        <LeadDay lead={lead} today={today} sortBy={sortBy} />
      </span>
    </>
  )
}

function Points({ lead: { score } }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  if (!score) return null
  const { points } = score
  return (
    <span title={t('points', { points })} className="text-xs text-muted tabular-nums">
      {points}
    </span>
  )
}

/** Without a next step it shows the best contact. */
const stepOf = ({ nextStep, store }: Lead): string =>
  nextStep ?? store.email ?? store.phone ?? store.domain

const NAME =
  'min-w-0 flex-1 overflow-clip text-sm leading-5.5 font-semibold tracking-[-0.012em] text-ellipsis whitespace-nowrap'

type LinkProps = { lead: Lead; ref: (element: HTMLElement | null) => void; describedBy: string }

function CardLink({ lead: { store }, ref, describedBy }: LinkProps) {
  const { peek } = useLeads()
  return (
    <a
      {...peekLink({ store, ...peek })}
      ref={ref}
      draggable={false}
      aria-describedby={describedBy}
      title={`${store.name}, ${store.domain}`}
      className={cn(
        NAME,
        'after:absolute after:inset-0 group-hover/card:underline group-hover/card:underline-offset-[0.2em] focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
      )}
    >
      {store.name}
    </a>
  )
}

/** Over the logo: seen under the pointer, with the focus, and while it is ticked. */
export function CardBox({ lead: { store }, isPlain = false }: { lead: Lead; isPlain?: boolean }) {
  const { t } = useTranslation('leads')
  const { ticks } = useLeads()
  const isTicked = useIsTicked(ticks, store.id)
  return (
    <label
      className={cn(
        'z-1 grid place-items-center',
        isPlain
          ? 'relative size-7 pointer-coarse:size-11'
          : 'absolute -inset-0.5 rounded-sm bg-surface opacity-0 group-hover/card:bg-canvas group-hover/card:opacity-100 has-checked:bg-sunken has-checked:opacity-100 has-focus-visible:opacity-100',
      )}
    >
      <input
        type="checkbox"
        data-tick={store.id}
        aria-label={t('select', { name: store.name })}
        checked={isTicked}
        onChange={() => ticks.tick(store.id, !isTicked)}
        className="size-4"
      />
    </label>
  )
}

/** Another lead shows the same phone, address or shop id. */
export function Fork({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { ask } = useLeads()
  const [first] = lead.duplicates
  if (!first) return null
  const label = t(`duplicate.${first.shared}`, { name: first.name })
  return (
    <button
      type="button"
      title={label}
      aria-label={`${lead.store.name}. ${label}`}
      onClick={() => ask({ kind: 'merge', lead })}
      className="relative z-1 -my-0.75 -me-1.75 -ms-1 grid size-6 shrink-0 place-items-center text-faint hover:text-ink"
    >
      <GitFork className="size-3.5" aria-hidden />
    </button>
  )
}

/** The day of the next step; in the order of moves without one, that of the last move. */
export function LeadDay({ lead, today, sortBy }: Props) {
  const textOf = useDayText()
  const formats = useFormats()
  const { nextDay, movedAt } = lead
  if (nextDay !== null) {
    const due = dueOf(lead, today)
    return (
      <time
        dateTime={nextDay}
        title={formats.day(nextDay)}
        className={cn(
          'shrink-0 whitespace-nowrap',
          due === 'today' && 'font-semibold text-ink',
          due === 'overdue' && 'font-semibold text-bad',
        )}
      >
        {textOf(lead, today)}
      </time>
    )
  }
  if (sortBy !== 'movedAt') return null
  return (
    <time dateTime={movedAt} className="shrink-0 whitespace-nowrap">
      {formats.shortDay(movedAt)}
    </time>
  )
}
