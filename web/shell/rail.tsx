import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RAIL_KEY } from '#web/lib/app/page-bootstrap.ts'
import { cn } from '#web/lib/cn.ts'
import {
  ownScreens,
  researchScreens,
  workPaths,
  type WorkScreen,
} from '#web/lib/navigation/work-screen.ts'
import { IfOperator, workIcons } from './work-entries.tsx'

/**
 * Between this and its two widths the rail draws its entries by its own width, so that no second
 * rule has to say when it is open.
 */
const OPEN_FROM_PX = 144

/** The screens of work at the left edge; a bar at the bottom takes its place on narrow screens. */
export const Rail = memo(function Rail({ current }: { current: WorkScreen }) {
  const { t } = useTranslation('navigation')
  const nav = useRef<HTMLElement>(null)
  const fold = () => {
    const isOpen = (nav.current?.offsetWidth ?? 0) >= OPEN_FROM_PX
    const width = isOpen ? 'slim' : 'open'
    document.documentElement.dataset.rail = width
    localStorage.setItem(RAIL_KEY, width)
  }
  return (
    <nav
      ref={nav}
      aria-label={t('work.label')}
      data-print="no"
      className="@container/rail fixed start-0 top-header bottom-0 z-20 flex w-rail flex-col gap-0.5 overflow-y-auto border-e border-line bg-canvas p-1 pt-2 [scrollbar-width:none] max-work:hidden"
    >
      {researchScreens.map((name) => (
        <RailLink key={name} name={name} current={current} />
      ))}
      <span className="min-h-2 grow" />
      {/* At the top of this group, so that its late arrival moves nothing. */}
      <IfOperator>
        <RailLink name="console" current={current} />
      </IfOperator>
      {ownScreens.map((name) => (
        <RailLink key={name} name={name} current={current} />
      ))}
      <button type="button" onClick={fold} className={entryClass}>
        <PanelLeftOpen className={cn(iconClass, whenOpen.hidden)} aria-hidden />
        <span className={whenOpen.hidden}>{t('work.expand')}</span>
        <PanelLeftClose className={cn(iconClass, whenOpen.shown)} aria-hidden />
        <span className={whenOpen.shown}>{t('work.fold')}</span>
      </button>
    </nav>
  )
})

const whenOpen = { hidden: '@min-[9rem]/rail:hidden', shown: '@max-[9rem]/rail:hidden' }
const iconClass = 'size-5 shrink-0 @min-[9rem]/rail:size-4.5'
const entryClass = cn(
  'relative flex w-full flex-none flex-col items-center justify-center gap-0.75 rounded-md text-center text-2xs hyphens-auto wrap-anywhere text-muted hover:bg-sunken hover:text-ink',
  'min-h-12.5 @min-[9rem]/rail:min-h-9 @min-[9rem]/rail:flex-row @min-[9rem]/rail:justify-start @min-[9rem]/rail:gap-2.75 @min-[9rem]/rail:px-2.5 @min-[9rem]/rail:text-start @min-[9rem]/rail:text-sm',
  'aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:ring-1 aria-[current]:ring-line',
  'aria-[current]:before:absolute aria-[current]:before:inset-y-2.5 aria-[current]:before:-start-1 aria-[current]:before:w-0.75 aria-[current]:before:rounded-e-full aria-[current]:before:bg-sun',
)

function RailLink({ name, current }: { name: WorkScreen; current: WorkScreen }) {
  const { t } = useTranslation('navigation')
  const Icon = workIcons[name]
  return (
    <Link
      to={workPaths[name]}
      aria-current={name === current ? 'page' : undefined}
      className={entryClass}
    >
      <Icon className={iconClass} strokeWidth={1.75} aria-hidden />
      <span>{t(`work.${name}`)}</span>
    </Link>
  )
}
