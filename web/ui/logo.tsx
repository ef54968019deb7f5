import { cn } from '#web/lib/cn.ts'

/** A half sun over three lines of a ledger that get shorter like its reflection. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cn('size-8 shrink-0', className)} aria-hidden>
      <path d="M4 17a12 12 0 0 1 24 0z" className="fill-sun" />
      <path
        d="M4 20.75h24M8 24.75h16M12.5 28.75h7"
        className="stroke-ink"
        strokeWidth="2"
        fill="none"
      />
    </svg>
  )
}

export function Logo({ wordClass }: { wordClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-xl font-bold tracking-[-0.03em] text-ink in-data-work:text-base">
      <Mark className="size-7 in-data-work:size-6.5" />
      <span className={wordClass}>Storedawn</span>
    </span>
  )
}
