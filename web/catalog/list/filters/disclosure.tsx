import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'

type Props = {
  title: ReactNode
  /** Summary of the content, such as the number of choices; visible when collapsed too. */
  aside?: ReactNode
  isOpen: boolean
  onToggle: () => void
  kind: 'section' | 'group'
  children: ReactNode
}

export function Disclosure({ title, aside, isOpen, onToggle, kind, children }: Props) {
  const id = useId()
  const Heading = kind === 'section' ? 'h3' : 'h4'
  return (
    <div>
      <Heading className="flex tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className={cn(
            '-ms-1.5 -me-1.5 flex w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-start hover:bg-sunken pointer-coarse:min-h-11',
            kind === 'section' ? 'min-h-8.5 font-semibold' : 'min-h-8',
          )}
        >
          {/* Content that does not fit beside the title wraps below it. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
            <span className="min-w-0">{title}</span>
            {aside}
          </span>
          <ChevronDown
            className={cn(
              'size-4 shrink-0 text-muted transition-transform duration-150',
              isOpen && 'rotate-180',
            )}
            aria-hidden
          />
        </button>
      </Heading>
      {isOpen && (
        <div id={id} className="pb-2">
          {children}
        </div>
      )}
    </div>
  )
}

/** Number of choices inside a collapsed part. */
export function ChosenCount({ count }: { count: number }) {
  const { t } = useTranslation('list')
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-action px-1.5 text-center text-xs font-semibold text-on-action">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('filters.chosenCount', { count })}</span>
    </span>
  )
}
