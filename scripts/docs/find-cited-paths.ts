type CitedPath = { cited: string; line: number; kind: 'link' | 'code' }

const LINK = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g
const CODE = /`([^`\n]+)`/g
/** Texts that represent many paths, or a path that the reader fills in (`server/features/x`). */
const PLACEHOLDER = /[*<>{}$…]|NNNN|\/x(\/|$)/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Paths of this repository in a Markdown text: link targets, and words in backticks that start with
 * one of `topLevel` and have a slash or a file extension. Skips blocks between ``` fences, which
 * are samples.
 */
export function findCitedPaths(markdown: string, topLevel: ReadonlySet<string>): CitedPath[] {
  return linesOutsideFences(markdown).flatMap(({ text, line }) => {
    const links = matches(text.replaceAll(CODE, ''), LINK).map(stripAnchor).filter(isOwnLink)
    const codes = matches(text, CODE)
      .map((word) => stripAnchor(word).replace(/:\d+$/, ''))
      .filter((word) => isOwnPath(word, topLevel))
    return [
      ...links.map((cited) => ({ cited, line, kind: 'link' as const })),
      ...codes.map((cited) => ({ cited, line, kind: 'code' as const })),
    ]
  })
}

function linesOutsideFences(markdown: string): { text: string; line: number }[] {
  let isFenced = false
  return markdown.split('\n').flatMap((text, index) => {
    if (/^\s*(```|~~~)/.test(text)) {
      isFenced = !isFenced
      return []
    }
    return isFenced ? [] : [{ text, line: index + 1 }]
  })
}

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '')

const stripAnchor = (target: string) => target.replace(/#.*$/, '')

function isOwnLink(target: string): boolean {
  return (
    target !== '' && !SCHEME.test(target) && !target.startsWith('/') && !PLACEHOLDER.test(target)
  )
}

function isOwnPath(word: string, topLevel: ReadonlySet<string>): boolean {
  if (
    PLACEHOLDER.test(word) ||
    /[\s()=,;|&]/.test(word) ||
    word.startsWith('../') ||
    SCHEME.test(word)
  )
    return false
  const first = word.replace(/^\.\//, '').split('/')[0] ?? ''
  return topLevel.has(first) && (word.includes('/') || /\.[a-z]+$/.test(word))
}
