import type { MarkedText } from '#contracts/blog.ts'

/** The words that were searched for stand out; all of it is text, whatever it looks like. */
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
