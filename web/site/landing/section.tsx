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
      <div className="page py-7 sm:py-10">{children}</div>
      <LoadingOverlay minMs={overlayMs}>
        <div className="page py-7 sm:py-10">
          <Bone className="h-9 w-full max-w-md" />
          <Bone className="mt-5 h-5 w-full max-w-xl" />
          <Bone className="mt-10 h-60 w-full rounded-lg" />
        </div>
      </LoadingOverlay>
    </section>
  )
}
