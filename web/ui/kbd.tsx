/** A key as it looks on a keyboard. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-block min-w-7 rounded-sm border border-rule bg-sunken px-1.5 text-center font-mono text-sm">
    {children}
  </kbd>
)
