/**
 * What a robots.txt says to all crawlers, by a second, simpler parser than the product's: each rule
 * becomes a regular expression, and the longest match decides, or the more permissive of two equal
 * ones. Sufficient for the simulated world's files.
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
