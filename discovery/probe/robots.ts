import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#contracts/dates.ts'
import { decodeUnicode } from '#discovery/document/decode-body.ts'
import { siteOf } from '#discovery/document/urls.ts'
import type { PageValidators } from './probe-result.ts'

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

/** Parses robots.txt by RFC 9309 for the crawler with this product token. Accepts any bytes. */
export function parseRobots(bytes: Uint8Array, productToken: string): Robots {
  const groups = groupsFor(parseGroups(decodeUnicode(cutToLimit(bytes))), productToken)
  const rules = groups.flatMap((group) => group.rules)
  return {
    isAllowed: (path) => path === '/robots.txt' || decide(rules, normalisePath(path)),
    crawlDelayMs: Math.max(0, ...groups.map((group) => group.crawlDelayMs)),
  }
}

/** A truncated rule would mean something else, so an incomplete last line is dropped. */
function cutToLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MAX_ROBOTS_BYTES) return bytes
  const cut = bytes.subarray(0, MAX_ROBOTS_BYTES)
  const end = Math.max(cut.lastIndexOf(0x0a), cut.lastIndexOf(0x0d))
  return cut.subarray(0, end + 1)
}

type Key = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay'
type Line = { key: Key; value: string }

/** Beginnings of keys as merchants write them; Google's parser forgives the same misspellings. */
const SPELLINGS: readonly [Key, readonly string[]][] = [
  [
    'user-agent',
    [
      'user-agent',
      'useragent',
      'user agent',
      'user_agent',
      'user–agent',
      'usr-agent',
      'user-agnet',
    ],
  ],
  ['allow', ['allow']],
  [
    'disallow',
    [
      'disallow',
      'dissallow',
      'dissalow',
      'disalow',
      'disalllow',
      'diasllow',
      'disallaw',
      'disllow',
      'desallow',
      'dis-allow',
      'dis allow',
    ],
  ],
  ['crawl-delay', ['crawl-delay', 'crawldelay', 'crawl delay']],
]

const keyOf = (text: string): Key | null => {
  const name = text.trim().toLowerCase()
  const isNamed = ([, spellings]: (typeof SPELLINGS)[number]): boolean =>
    spellings.some((spelling) => name.startsWith(spelling))
  return SPELLINGS.find(isNamed)?.[0] ?? null
}

/** Without a colon, a single word after the key is its value: `Disallow /`. */
const NO_COLON = /^(user[ \t]agent|\S+)[ \t]+(\S+)$/i

function parseLine(text: string): Line | null {
  const [content = ''] = text.split('#', 1)
  const colon = content.indexOf(':')
  const [, name = '', word = ''] = colon < 0 ? (NO_COLON.exec(content.trim()) ?? []) : []
  const key = keyOf(colon < 0 ? name : content.slice(0, colon))
  return key && { key, value: colon < 0 ? word : content.slice(colon + 1).trim() }
}

/** The product token of a `User-agent` value: "StoredawnBot/1.0 (…)" names StoredawnBot. */
const agentOf = (value: string): string =>
  /^\*(?:\s|$)/.test(value) ? '*' : (/^[a-z_-]+/i.exec(value)?.[0] ?? '').toLowerCase()

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
      continue
    }
    if (current) addRule(current, line)
    // Only a rule ends the list of agents: RFC 9309 knows no crawl delay, and sitemaps and unknown
    // lines belong to no group.
    if (line.key !== 'crawl-delay') isNaming = false
  }
  return groups
}

/**
 * All groups that name the crawler, else all that name `*`; several groups for one agent are
 * merged.
 */
function groupsFor(groups: Group[], token: string): Group[] {
  const own = groups.filter((group) => group.agents.includes(token.toLowerCase()))
  return own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'))
}

/**
 * The longest matching pattern decides; if two are equally long, the one that allows. No match =
 * allowed.
 */
function decide(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null
  for (const rule of rules) {
    const isLonger = !best || rule.pattern.length > best.pattern.length
    const isKinder = best?.pattern.length === rule.pattern.length && rule.isAllow
    if ((isLonger || isKinder) && matchesPath(rule.pattern, path)) best = rule
  }
  return best?.isAllow ?? true
}

export type CachedRobots = {
  robots: Robots
  /**
   * The host that serves the file: a shop with another primary domain redirects it, and the visit
   * continues there.
   */
  host: string
  validators: PageValidators | null
}

export type RobotsCache = ReturnType<typeof createRobotsCache>

/** RFC 9309, 2.4: at most a day. */
const FRESH_MS = DAY_MS
/** The rules of a typical file take about 10 kB. */
const DEFAULT_CAPACITY = 2_000

/**
 * Caches recent robots.txt files, so that a visit and its follow-ups request each file once a day.
 */
export function createRobotsCache({
  now,
  capacity = DEFAULT_CAPACITY,
}: {
  now: () => Date
  capacity?: number
}) {
  const entries = new LRUCache<string, CachedRobots & { readAtMs: number }>({ max: capacity })
  const readers = new Map<string, Promise<unknown>>()
  return {
    /** `isFresh` = usable without a request; an older one allows a conditional request. */
    get(host: string) {
      const entry = entries.get(host)
      if (!entry) return null
      const { readAtMs, ...known } = entry
      return { ...known, isFresh: now().getTime() - readAtMs < FRESH_MS }
    },
    set(host: string, known: CachedRobots) {
      entries.set(host, { ...known, readAtMs: now().getTime() })
    },
    /**
     * Serialises simultaneous visits to one site, so that only the first has to fetch: the second
     * starts when the first has read.
     */
    async serialise<Value>(host: string, read: () => Promise<Value>): Promise<Value> {
      const site = siteOf(host)
      const before = readers.get(site) ?? Promise.resolve()
      const result = before.then(read, read)
      readers.set(site, result)
      try {
        return await result
      } finally {
        if (readers.get(site) === result) readers.delete(site)
      }
    },
  }
}

const UNRESERVED = /[A-Za-z0-9\-._~]/
const ENCODED_OCTET = /%([0-9a-fA-F]{2})/g

/**
 * Normalises paths and patterns (RFC 9309, 2.2.2): percent-encodes non-ASCII characters, decodes
 * characters that need no encoding, and writes hexadecimal digits in upper case.
 */
function normalisePath(path: string): string {
  const ascii = path.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text.toWellFormed()))
  return ascii.replace(ENCODED_OCTET, (octet, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return UNRESERVED.test(character) ? character : octet.toUpperCase()
  })
}

/**
 * Whether a normalised pattern matches the beginning of a normalised path: `*` = any characters, a
 * closing `$` = the end. Takes the leftmost match for each part, so the time is bounded by pattern
 * × path, without backtracking.
 */
function matchesPath(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  let position = first.length
  if (parts.length === 1) return !isAnchored || position === path.length
  const last = isAnchored ? (parts.pop() ?? '') : ''
  for (const part of parts.slice(1)) {
    const found = path.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return path.length - last.length >= position && path.endsWith(last)
}
