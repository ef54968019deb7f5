/** An e-mail address within a sentence: on one line where a line has room for it, and never translated. */
export function Address({ children }: { children: string }) {
  return (
    <strong className="inline-block max-w-full font-semibold wrap-anywhere text-ink" translate="no">
      {children}
    </strong>
  )
}
