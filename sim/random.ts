/** The world derives everything from 32-bit hashes of (seed, what, which), so it stores nothing. */
export type Hash = number

function mix(state: number, value: number): number {
  let x = Math.imul(state ^ value, 0x9e3779b1)
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

export function hashText(text: string): Hash {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return mix(state, text.length)
}

/** Numbers may exceed 32 bits (times in milliseconds); both halves enter the hash. */
export function hash(...parts: (number | string)[]): Hash {
  let state = 0x2545f491
  for (const part of parts) {
    if (typeof part === 'string') state = mix(state, hashText(part))
    else state = mix(mix(state, part | 0), Math.floor(part / 0x1_0000_0000))
  }
  return state
}

/** Fraction in [0, 1). */
export const fraction = (...parts: (number | string)[]): number => hash(...parts) / 0x1_0000_0000

export type Random = {
  next: () => number
  /** Whole number in [from, to], both included. */
  int: (from: number, to: number) => number
  between: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
}

/**
 * A separate random stream for each subject, so that a new draw for one subject does not shift the
 * others.
 */
export function randomFor(...parts: (number | string)[]): Random {
  let state = hash(...parts)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, Math.floor(next() * items.length)),
  }
}

/**
 * The item at an index that wraps around. Throws on an empty list: a table without rows is a bug.
 */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[((index % items.length) + items.length) % items.length]
  if (item === undefined) throw new Error('picked from an empty list')
  return item
}

/** Picks by weight with one fraction in [0, 1). */
export function weighted<Item>(choices: readonly (readonly [Item, number])[], share: number): Item {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let left = share * total
  for (const [item, weight] of choices) {
    left -= weight
    if (left < 0) return item
  }
  return at(choices, choices.length - 1)[0]
}

/** `bytes` hexadecimal bytes, for tokens and request ids. */
export function hexToken(bytes: number, ...parts: (number | string)[]): string {
  const seed = hash(...parts)
  let text = ''
  for (let i = 0; text.length < bytes * 2; i++) text += hash(seed, i).toString(16).padStart(8, '0')
  return text.slice(0, bytes * 2)
}
