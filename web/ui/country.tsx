import { useFormats } from '#web/lib/format.ts'

/**
 * A country by its two-letter code, as a plate and its name. No flag pictures: half of the systems out there draw none
 * for these letters, and a flag alone says less than its name.
 */
export function Country({ code }: { code: string }) {
  const formats = useFormats()
  if (!/^[a-z]{2}$/i.test(code)) return <>{code}</>
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <span
        aria-hidden
        className="rounded-[2px] border border-rule px-1 text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted"
      >
        {code.toUpperCase()}
      </span>
      {formats.country(code)}
    </span>
  )
}
