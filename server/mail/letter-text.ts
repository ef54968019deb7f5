import type { Letter } from './letter.ts'

/** The plain text part: the same words in the same order. */
export function letterText(letter: Letter): string {
  const { title, greeting, paragraphs, facts, button, notes, second, footer, origin } = letter
  const blocks = [
    title,
    greeting,
    ...paragraphs.slice(0, 1),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...paragraphs.slice(1),
    button ? `${button.label}:\n${button.href}` : '',
    ...notes,
    second ? `${second.text} ${second.label}:\n${second.href}`.trim() : '',
    // By this line mail programs know a signature.
    ['-- ', ...footer, `Storedawn · ${origin}`].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
