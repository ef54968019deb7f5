import { isLinkTarget, type LinkTarget } from './link-targets.ts'

/** A stretch of a line: plain, **strong**, or [a link](target). */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; target: LinkTarget }

export type Block = { kind: 'paragraph'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }

/** What a text leaves open; null = not known here, and every line that needs it is left out. */
export type TextValues = Readonly<Record<string, string | null>>

const PLACE = /{{(\w+)}}/g
const MARKED = /\*\*(.+?)\*\*|\[(.+?)\]\(([\w-]+)\)/g

/** Lines of a text as blocks: one that begins with `- ` is an item of a list, any other one a paragraph. */
export function parseText(lines: readonly string[], values: TextValues = {}): Block[] {
  const blocks: Block[] = []
  for (const line of lines.filter((each) => isTellable(each, values))) {
    const isItem = line.startsWith('- ')
    const pieces = parseLine(isItem ? line.slice(2) : line, values)
    const last = blocks.at(-1)
    if (!isItem) blocks.push({ kind: 'paragraph', pieces })
    else if (last?.kind === 'list') last.items.push(pieces)
    else blocks.push({ kind: 'list', items: [pieces] })
  }
  return blocks
}

const isTellable = (line: string, values: TextValues) =>
  [...line.matchAll(PLACE)].every(([, name = '']) => values[name] !== null)

/** The values are put in last: what somebody configured is text, whatever signs are in it. */
function parseLine(line: string, values: TextValues): Piece[] {
  const fill = (text: string) => text.replaceAll(PLACE, (place, name: string) => values[name] ?? place)
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
