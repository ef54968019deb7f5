import { useFormats } from '#web/lib/i18n/format.ts'

/**
 * A country by its two-letter code, as a label and its name. No flag emoji: many systems do not
 * draw them, and a flag alone says less than the name. `isOneLine` truncates a long name, for rows
 * of fixed height.
 */
export function Country({ code, isOneLine = false }: { code: string; isOneLine?: boolean }) {
  const formats = useFormats()
  if (!/^[a-z]{2}$/i.test(code)) return <>{code}</>
  const name = formats.country(code)
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5">
      <span
        aria-hidden
        className="rounded-[2px] border border-rule px-1 text-[0.6875rem] leading-4 font-semibold tracking-wide text-muted"
      >
        {code.toUpperCase()}
      </span>
      <span
        className={
          isOneLine
            ? 'min-w-0 overflow-clip text-ellipsis whitespace-nowrap'
            : 'min-w-0 break-words'
        }
        title={isOneLine ? name : undefined}
      >
        {name}
      </span>
    </span>
  )
}
