import type { ReactNode } from 'react'

/** Instructions, in order. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid list-decimal gap-4 ps-5 marker:font-semibold marker:text-faint">{children}</ol>
}
