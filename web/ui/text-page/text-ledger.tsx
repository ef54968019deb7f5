import type { ReactNode } from 'react'

/** Pairs of a term and its explanation; stacked on the narrowest screens. */
export type LedgerRow = { name: string; term: ReactNode; text: ReactNode }

export function TextLedger({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <dl className="border-t border-rule text-sm">
      {rows.map(({ name, term, text }) => (
        <div
          key={name}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 border-b border-line py-2.5 break-inside-avoid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <dt className="font-semibold text-ink">{term}</dt>
          <dd className="text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
