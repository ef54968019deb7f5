import type { MarkedText } from '#contracts/blog.ts'

/** Highlights the words that match the search. Everything renders as text, even if it looks like HTML. */
export function MarkedWords({ parts }: { parts: MarkedText }) {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      <mark
        key={at}
        className="bg-transparent font-semibold text-ink underline decoration-sun decoration-2 underline-offset-3"
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
