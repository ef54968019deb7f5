/** An e-mail address within a sentence: it may break anywhere, and is never translated. */
export function Address({ children }: { children: string }) {
  return (
    <strong className="font-semibold break-all text-ink" translate="no">
      {children}
    </strong>
  )
}
