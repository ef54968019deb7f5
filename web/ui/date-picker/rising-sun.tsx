/** The half sun of the logo on the line under a heading. Decorative. */
export function RisingSun() {
  return (
    <svg viewBox="0 0 120 60" className="absolute -end-3 bottom-0 h-15" fill="none" aria-hidden>
      <path d="M36 60a24 24 0 0 1 48 0z" className="fill-sun" />
      <path
        d="M22 60a38 38 0 0 1 76 0M6 60a54 54 0 0 1 108 0"
        className="stroke-sun"
        strokeDasharray="1 5"
        strokeLinecap="round"
        strokeWidth="1.5"
        opacity="0.6"
      />
    </svg>
  )
}
