import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'

type Props = {
  /** 0-based. */
  page: number
  totalPages: number
  /** Links, so that Back, reload and a middle click work. */
  hrefOf: (page: number) => string
  /** History state for the pages' entries. */
  state?: unknown
  /** The pages (0-based) that get a button; null is a gap. */
  buttonsOf?: (page: number, totalPages: number) => (number | null)[]
}

const square =
  'grid min-h-10 min-w-10 pointer-coarse:min-h-11 pointer-coarse:min-w-11 place-items-center rounded-md px-2 text-sm font-semibold'

export function Pagination({ page, totalPages, hrefOf, state, buttonsOf = pageButtons }: Props) {
  const { t } = useTranslation('components')
  if (totalPages <= 1) return null
  return (
    <nav
      aria-label={t('pagination.label')}
      className="flex flex-wrap items-center justify-center gap-1"
    >
      <Step to={page > 0 ? hrefOf(page - 1) : null} state={state} label={t('pagination.previous')}>
        <ChevronLeft className="size-5" aria-hidden />
      </Step>
      {buttonsOf(page, totalPages).map((button, at) =>
        button === null ? (
          <span key={`gap-${at}`} className="px-1 text-muted" aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={button}
            to={hrefOf(button)}
            state={state}
            aria-label={t('pagination.page', { page: button + 1 })}
            aria-current={button === page ? 'page' : undefined}
            className={cn(
              square,
              button === page ? 'bg-action text-on-action' : 'hover:bg-sunken',
              // Keeps all buttons on one row on the smallest phones.
              Math.abs(button - page) > 1 && 'max-[22rem]:hidden',
            )}
          >
            {button + 1}
          </Link>
        ),
      )}
      <Step
        to={page < totalPages - 1 ? hrefOf(page + 1) : null}
        state={state}
        label={t('pagination.next')}
      >
        <ChevronRight className="size-5" aria-hidden />
      </Step>
    </nav>
  )
}

type StepProps = { to: string | null; state: unknown; label: string; children: ReactNode }

function Step({ to, state, label, children }: StepProps) {
  if (to === null) {
    return (
      <button
        type="button"
        disabled
        aria-label={label}
        className={cn(square, 'cursor-not-allowed text-control')}
      >
        {children}
      </button>
    )
  }
  return (
    <Link to={to} state={state} aria-label={label} className={cn(square, 'hover:bg-sunken')}>
      {children}
    </Link>
  )
}

/** The first, the last, and three around the current one; null is a gap. */
export function pageButtons(page: number, totalPages: number): (number | null)[] {
  const around = [page - 1, page, page + 1]
  const shown = [...new Set([0, ...around, totalPages - 1])].filter(
    (each) => each >= 0 && each < totalPages,
  )
  return shown.flatMap((each, at) => {
    const before = shown[at - 1]
    if (before === undefined || each - before === 1) return [each]
    // A gap of one page takes as much room as its number, so show the number.
    return each - before === 2 ? [each - 1, each] : [null, each]
  })
}
