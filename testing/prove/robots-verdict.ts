/**
 * What a robots.txt says to everybody, read by a second, simpler hand than the product's: each rule becomes a regular expression, the
 * longest one that matches decides, and the kinder of two. Enough for the files of the simulated world.
 */
export function isAllowedForAll(text: string, path: string): boolean {
  const rules = rulesForAll(text).filter(({ pattern }) => asExpression(pattern).test(path))
  const longest = Math.max(0, ...rules.map(({ pattern }) => pattern.length))
  const deciding = rules.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some(({ isAllow }) => isAllow)
}

type Rule = { isAllow: boolean; pattern: string }

function rulesForAll(text: string): Rule[] {
  let isForAll = false
  return text.split('\n').flatMap((line) => {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*(\S*)/.exec(line.replace(/#.*/, '')) ?? []
    if (/^user-agent$/i.test(key)) isForAll = value === '*'
    const isRule = /^(?:dis)?allow$/i.test(key) && value !== ''
    return isForAll && isRule ? [{ isAllow: /^allow$/i.test(key), pattern: value }] : []
  })
}

function asExpression(pattern: string): RegExp {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern)
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}${isAnchored ? '$' : ''}`)
}
