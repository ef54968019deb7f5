/**
 * An e-mail address within a sentence: unbroken if it fits on a line, and excluded from
 * translation.
 */
export function Address({ children }: { children: string }) {
  return (
    <strong className="inline-block max-w-full font-semibold wrap-anywhere text-ink" translate="no">
      {children}
    </strong>
  )
}
