import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#web/lib/cn.ts'
import { Spinner } from '#web/ui/button.tsx'

/** A grey bar in the final size; set height and width with classes. */
export function Bone({ className }: { className?: string }) {
  return <span className={cn('bone bone-alive block', className)} aria-hidden />
}

/** Wraps the bones of one area and announces once to screen readers that something is loading. */
export function Skeleton({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation('components')
  return (
    <div className={className} aria-busy>
      <output className="sr-only">{t('loading')}</output>
      {children}
    </div>
  )
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex min-h-28 items-center justify-center gap-3 text-muted">
      <Spinner className="size-6" />
      {children}
    </p>
  )
}
