import { useFormats } from '#web/lib/format.ts'

/** `DE` → 🇩🇪: the two letters as regional indicators. */
const flagOf = (code: string) =>
  String.fromCodePoint(...[...code.toUpperCase()].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

/** A country by its two-letter code: flag and name. Where the system has no flags the letters stand there instead. */
export function Country({ code }: { code: string }) {
  const formats = useFormats()
  if (!/^[a-z]{2}$/i.test(code)) return <>{code}</>
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <span aria-hidden>{flagOf(code)}</span>
      {formats.country(code)}
    </span>
  )
}
