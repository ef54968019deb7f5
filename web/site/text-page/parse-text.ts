import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'

/** A part of a line: plain, **strong**, or [a link](target). */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; target: LinkTarget }

export type Block = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }

/**
 * Values for the placeholders in a text; null = unknown, and every line that needs the value is
 * left out.
 */
export type TextValues = Readonly<Record<string, string | null>>

const PLACEHOLDER = /{{(\w+)}}/g
const MARKED = /\*\*(.+?)\*\*|\[(.+?)\]\(([\w-]+)\)/g

/**
 * Parses lines of a text into blocks: a line that begins with `- ` is a list item, any other a
 * paragraph.
 */
export function parseText(lines: readonly string[], values: TextValues = {}): Block[] {
  const blocks: Block[] = []
  for (const line of lines.filter((each) => hasAllValues(each, values))) {
    const isItem = line.startsWith('- ')
    const pieces = parseLine(isItem ? line.slice(2) : line, values)
    const last = blocks.at(-1)
    if (!isItem) blocks.push({ kind: 'paragraph', pieces })
    else if (last?.kind === 'list') last.items.push(pieces)
    else blocks.push({ kind: 'list', items: [pieces] })
  }
  return blocks
}

const hasAllValues = (line: string, values: TextValues) =>
  [...line.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name] !== null)

/**
 * Fills in the values last, so that a configured value is always plain text, whatever characters it
 * contains.
 */
function parseLine(line: string, values: TextValues): Piece[] {
  const fill = (text: string) =>
    text.replaceAll(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder)
  const pieces: Piece[] = []
  let at = 0
  for (const match of line.matchAll(MARKED)) {
    if (match.index > at) pieces.push({ kind: 'text', text: fill(line.slice(at, match.index)) })
    const [whole, strong, label = '', target = ''] = match
    if (strong !== undefined) pieces.push({ kind: 'strong', text: fill(strong) })
    else if (isLinkTarget(target)) pieces.push({ kind: 'link', text: fill(label), target })
    else pieces.push({ kind: 'text', text: fill(whole) })
    at = match.index + whole.length
  }
  if (at < line.length) pieces.push({ kind: 'text', text: fill(line.slice(at)) })
  return pieces
}

/** Link targets by the name that the texts use; `mail` is the support address. */
const targets = {
  home: paths.home(),
  method: paths.features(),
  about: paths.about(),
  merchants: `${paths.about()}#merchants`,
  pricing: paths.pricing(),
  contact: paths.contact(),
  privacy: paths.privacy(),
  cookies: `${paths.privacy()}#cookies`,
  terms: paths.terms(),
  freshness: paths.freshness(),
  'opt-out': paths.optOut(),
  settings: paths.settingsUser(),
  preferences: paths.settingsPreferences(),
} as const

type LinkTarget = keyof typeof targets | 'mail'

const isLinkTarget = (name: string): name is LinkTarget =>
  name === 'mail' || Object.hasOwn(targets, name)

/** The internal path; null for `mail`, which is not a page. */
export const pathOf = (target: LinkTarget): string | null =>
  target === 'mail' ? null : targets[target]

/** A section of a long text, with its anchor. */
export type TextSection = {
  id: string
  title: string
  lines: readonly string[]
  values?: TextValues
  /** Content below the text, e.g. a table. */
  below?: ReactNode
}
