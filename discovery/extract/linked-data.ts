import { isRecord, listOf, parseJson, type JsonRecord } from '#discovery/document/json.ts'
import type { HtmlScan } from './scan-elements.ts'

const MAX_NODES = 500

/**
 * All nodes of the page's JSON-LD: top-level nodes and members of arrays and `@graph`; nested
 * values stay in their node.
 */
export function readLinkedData(scan: HtmlScan): JsonRecord[] {
  const nodes: JsonRecord[] = []
  const visit = (value: unknown, depth: number): void => {
    if (nodes.length >= MAX_NODES || depth > 4) return
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    else if (isRecord(value)) {
      nodes.push(value)
      if (value['@graph'] !== undefined) visit(value['@graph'], depth + 1)
    }
  }
  for (const script of scan.scripts)
    if (script.type.includes('ld+json')) visit(readScript(script.text), 0)
  return nodes
}

// Line breaks inside strings are the most common error in hand-written templates.
const readScript = (text: string): unknown =>
  parseJson(text) ?? parseJson(text.replaceAll(/[\u0000-\u001f]+/g, ' '))

export const typesOf = (node: JsonRecord): string[] =>
  [node['@type'], ...listOf(node['@type'])].filter(
    (type): type is string => typeof type === 'string',
  )

const ORGANIZATION = /(?:Organization|Store|Business|Corporation|Brand)$/
const ORGANIZATION_LIKE = new Set(['Restaurant', 'Bakery', 'Winery', 'Brewery'])

/** The nodes that describe the shop as a company, in document order. */
export const organizationsOf = (nodes: JsonRecord[]): JsonRecord[] =>
  nodes.filter((node) =>
    typesOf(node).some((type) => ORGANIZATION.test(type) || ORGANIZATION_LIKE.has(type)),
  )
