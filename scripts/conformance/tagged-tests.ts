import { parseAst } from 'vite'

/** A test, or a script that stands for one, and the ids in its tags. */
export type TaggedTest = { reference: string; ids: string[] }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const TEST_FILE = /\.(test|spec)\.tsx?$/
const TEST_CALL = /^(test|it|describe)\b/
const SCRIPT_LINE = /^ \* Conformance: (.+)$/m

/**
 * The tagged tests of a file in the order of its text; a script counts as one test. `file` decides
 * which of the two it is.
 */
export function readTaggedTests(file: string, text: string): TaggedTest[] {
  if (!TEST_FILE.test(file)) {
    const ids = SCRIPT_LINE.exec(text)?.[1]?.split(' ').filter(Boolean)
    return ids ? [{ reference: file, ids }] : []
  }
  if (!/\btags?: \[/.test(text)) return []
  const found: TaggedTest[] = []
  visitCalls(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (call) => {
    if (!TEST_CALL.test(text.slice(call.start))) return
    const [title, options] = call.arguments as Node[]
    const name = title && titleOf(title, text)
    const ids = options && tagsOf(options)
    if (name !== null && name !== undefined && ids && ids.length > 0)
      found.push({ reference: `${file} › ${name}`, ids })
  })
  return found
}

function visitCalls(node: unknown, visit: (call: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visitCalls(one, visit)
  else if (isNode(node)) {
    if (node.type === 'CallExpression') visit(node)
    for (const child of Object.values(node)) if (typeof child === 'object') visitCalls(child, visit)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function titleOf(node: Node, text: string): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return text.slice(node.start + 1, node.end - 1)
  return null
}

function tagsOf(options: Node): string[] {
  if (options.type !== 'ObjectExpression') return []
  return (options.properties as Node[]).flatMap((property) => {
    const key = property.key as (Node & { name?: string }) | undefined
    const value = property.value as Node | undefined
    if ((key?.name !== 'tags' && key?.name !== 'tag') || value?.type !== 'ArrayExpression')
      return []
    return (value.elements as Node[]).map(({ value: id }) => String(id).replace(/^@/, ''))
  })
}
