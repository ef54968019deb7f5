import { cn } from '#web/lib/cn.ts'

/** Decorative: the text beside it, or `aria-busy`, names the activity. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={cn('size-[1.1em] animate-spin', className)} aria-hidden>
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  )
}
