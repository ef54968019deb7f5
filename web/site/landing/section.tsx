import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'

type Props = {
  /** Anchor for links into the page. */
  id?: string
  labelledBy: string
  /** How long the skeleton covers the section. */
  overlayMs?: 400 | 100
  className?: string
  children: ReactNode
}

/**
 * A band of the landing page. Its skeleton covers the finished content and disappears by itself.
 */
export function Section({ id, labelledBy, overlayMs = 400, className, children }: Props) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cn('relative', className)}>
      <div className="page py-6 sm:py-8">{children}</div>
      <LoadingOverlay minMs={overlayMs}>
        <div className="page py-6 sm:py-8">
          <Bone className="h-9 w-full max-w-md" />
          <Bone className="mt-5 h-5 w-full max-w-xl" />
          <Bone className="mt-10 h-60 w-full rounded-lg" />
        </div>
      </LoadingOverlay>
    </section>
  )
}

/** After a link that leads on. Decorative. */
export const Arrow = () => (
  <svg
    viewBox="0 0 24 24"
    className="size-4 shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    aria-hidden
  >
    <path d="M5 12h14M13 6l6 6-6 6" />
  </svg>
)
