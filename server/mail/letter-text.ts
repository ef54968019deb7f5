import type { Letter, LetterSection } from './letter.ts'

/** The plain text part: the same words in the same order. */
export function letterText(letter: Letter): string {
  const { title, greeting, paragraphs, facts, quote, sections, button, notes, second } = letter
  const { footer, turnOff, origin } = letter
  const blocks = [
    title,
    greeting,
    ...paragraphs.slice(0, 1),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...paragraphs.slice(1),
    quote === null ? '' : quoted(quote),
    ...sections.map(sectionText),
    button ? `${button.label}:\n${button.href}` : '',
    ...notes,
    second ? `${second.text} ${second.label}:\n${second.href}`.trim() : '',
    // Mail programs recognise a signature by this line.
    ['-- ', ...footer, ...(turnOff ? [`${turnOff.label}:`, turnOff.href] : []), `Storedawn · ${origin}`].join(
      '\n',
    ),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** Prefixes every line, so that a quoted line cannot pass for our text or for the signature. */
const quoted = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

function sectionText({ title, items, more }: LetterSection): string {
  const lines = items.map(({ title: name, detail, href }) =>
    [`- ${name}`, `  ${detail}`, ...(href === undefined ? [] : [`  ${href}`])].join('\n'),
  )
  return [`${title}\n${lines.join('\n')}`, ...(more ? [more] : [])].join('\n\n')
}
