import type { ReactNode } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

/** A spinner with a text, shown while content is loading. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex min-h-28 items-center justify-center gap-3 text-muted">
      <Spinner className="size-6" />
      {children}
    </p>
  )
}
