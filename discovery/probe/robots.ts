import { matchesPath, normalisePath } from '#discovery/probe/robots-path.ts'

/** The rules of one robots.txt for one crawler. */
export type Robots = {
  /** `path` with its query, as in the request line. */
  isAllowed: (path: string) => boolean
  /** 0 without such a rule; the caller decides which delay is too long. */
  crawlDelayMs: number
}

/** RFC 9309 asks crawlers to read at least 500 KiB; the rest is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1024

type Rule = { isAllow: boolean; pattern: string }
type Group = { agents: string[]; rules: Rule[]; crawlDelayMs: number }

export const ALLOW_ALL: Robots = { isAllowed: () => true, crawlDelayMs: 0 }

/** UTF-8 with or without BOM as the RFC demands, and UTF-16 with one, which some editors save. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** A truncated rule would mean something else, so an incomplete last line is dropped. */
function cutToLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_ROBOTS_BYTES) return bytes
  const cut = bytes.subarray(0, MAX_ROBOTS_BYTES)
  const end = Math.max(cut.lastIndexOf(0x0a), cut.lastIndexOf(0x0d))
  return cut.subarray(0, end + 1)
}

type Line = { key: string; value: string }

function parseLine(text: string): Line | null {
  const [content = ''] = text.split('#', 1)
  const colon = content.indexOf(':')
  if (colon === -1) return null
  return { key: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }
}

/** The product token of a `User-agent` value: "StoredawnBot/1.0 (…)" names StoredawnBot. */
const agentOf = (value: string): string =>
  value === '*' ? '*' : (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()

function crawlDelayOf(value: string): number {
  const seconds = Number(value)
  return value !== '' && seconds > 0 ? seconds * 1000 : 0
}

function addRule(group: Group, { key, value }: Line): void {
  if (key === 'crawl-delay') group.crawlDelayMs = Math.max(group.crawlDelayMs, crawlDelayOf(value))
  // Ignores empty rules and rules that start with neither a slash nor a wildcard.
  if ((key === 'allow' || key === 'disallow') && /^[/*]/.test(value)) {
    group.rules.push({ isAllow: key === 'allow', pattern: normalisePath(value) })
  }
}

const RULE_KEYS = new Set(['allow', 'disallow', 'crawl-delay'])

function parseGroups(text: string): Group[] {
  const groups: Group[] = []
  let current: Group | null = null
  let isNaming = false
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = parseLine(raw)
    if (!line) continue
    if (line.key === 'user-agent') {
      if (!current || !isNaming) groups.push((current = { agents: [], rules: [], crawlDelayMs: 0 }))
      current.agents.push(agentOf(line.value))
      isNaming = true
    } else if (RULE_KEYS.has(line.key)) {
      if (current) addRule(current, line)
      isNaming = false
    }
    // Sitemap lines and unknown lines belong to no group and do not end one.
  }
  return groups
}

/** All groups that name the crawler, else all that name `*`; several groups for one agent are merged. */
function groupsFor(groups: Group[], token: string): Group[] {
  const own = groups.filter((group) => group.agents.includes(token.toLowerCase()))
  return own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
}

/** The longest matching pattern decides; if two are equally long, the one that allows. No match = allowed. */
function decide(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null
  for (const rule of rules) {
    const isLonger = !best || rule.pattern.length > best.pattern.length
    const isKinder = best?.pattern.length === rule.pattern.length && rule.isAllow
    if ((isLonger || isKinder) && matchesPath(rule.pattern, path)) best = rule
  }
  return best?.isAllow ?? true
}

/** Parses robots.txt by RFC 9309 for the crawler with this product token. Accepts any bytes. */
export function parseRobots(bytes: Uint8Array, productToken: string): Robots {
  const groups = groupsFor(parseGroups(decodeText(cutToLimit(bytes))), productToken)
  const rules = groups.flatMap((group) => group.rules)
  return {
    isAllowed: (path) => path === '/robots.txt' || decide(rules, normalisePath(path)),
    crawlDelayMs: Math.max(0, ...groups.map((group) => group.crawlDelayMs)),
  }
}
