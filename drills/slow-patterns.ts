/**
 * Attacks all our regular expressions with 50,000 characters each.
 * Conformance: check-36
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { parseSync } from 'vite'

const REPOSITORY = join(import.meta.dirname, '..')
const LENGTH = 50_000
const SLOW_MS = 10
const GIVE_UP_MS = 1_000
const ATTEMPTS = 5

type Pattern = { file: string; source: string; flags: string }

/** Patterns that never see longer texts: their input is cut beforehand, or comes from us. */
const LONGEST: Record<string, number> = {
  'contracts/accounts/common-passwords.ts': 128,
  'discovery/document/decode-body.ts': 4096,
  'discovery/extract/facts/company/legal-words.ts': 1000,
  'discovery/trend/product-key.ts': 1000,
  'server/platform/http/request-log.ts': 200,
  'server/site/pages/render.ts': 200,
}

const files = globSync('{contracts,i18n,discovery,server,web}/**/*.{ts,tsx}', {
  cwd: REPOSITORY,
}).filter((file) => !/\.test\.tsx?$|\/test-[\w-]+\.ts$/.test(file))
const patterns = files.flatMap((file) => patternsOf(file))
const unique = [
  ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
]
const slow = unique.flatMap((pattern) => {
  const worst = worstOf(pattern)
  if (worst.ms <= SLOW_MS) return []
  tell({ ...pattern, ...worst })
  return [pattern]
})
process.stdout.write(
  `${unique.length} patterns in ${files.length} files, ${slow.length} slower than ${SLOW_MS} ms\n`,
)
process.exitCode = slow.length > 0 ? 1 : 0

function tell({ file, source, flags, ms, attack }: Pattern & { ms: number; attack: string }): void {
  process.stdout.write(
    `${String(Math.round(ms)).padStart(5)} ms  /${source}/${flags}  ${file}  ${attack}\n`,
  )
}

function patternsOf(file: string): Pattern[] {
  const { program } = parseSync(file, readFileSync(join(REPOSITORY, file), 'utf8'))
  const found: Pattern[] = []
  JSON.stringify(program, (key, value: unknown) => {
    if (key === 'regex') {
      const { pattern, flags } = value as { pattern: string; flags: string }
      found.push({ file, source: pattern, flags })
    }
    return typeof value === 'bigint' ? null : value
  })
  return found
}

/**
 * Repeats the characters and texts in the pattern itself, alone and in pairs, with an end that does
 * not match.
 */
function attacksOn({ source, file }: Pattern): { name: string; text: string }[] {
  const plain = source.replaceAll(/\\[a-zA-Z]|[\\^$()[\]{}|?*+]/g, ' ')
  const letters = new Set(
    [...plain.replaceAll(' ', ''), 'a', '0', ' ', '-', '.', '\n'].slice(0, 10),
  )
  const words = new Set(
    plain
      .split(' ')
      .filter((word) => word.length > 1)
      .slice(0, 6),
  )
  const units = [...letters, ...words]
  const pairs = units
    .slice(0, 5)
    .flatMap((first) => units.slice(0, 5).map((second) => first + second))
  const repeated = [...new Set([...units, ...pairs])].map((unit) => ({
    name: JSON.stringify(unit),
    text: unit.repeat((LONGEST[file] ?? LENGTH) / unit.length),
  }))
  return repeated.flatMap(({ name, text }) => [
    { name: `${name} …`, text: `${text}\u0001` },
    { name: `< ${name} …`, text: `${[...words][0] ?? '<'}${text}\u0001` },
  ])
}

function worstOf(pattern: Pattern): { ms: number; attack: string } {
  let worst = { ms: 0, attack: '' }
  for (const { name, text } of attacksOn(pattern)) {
    const ms = timeOf(pattern, text)
    if (ms > worst.ms) worst = { ms, attack: name }
    if (worst.ms >= GIVE_UP_MS) break
  }
  return worst
}

function timeOf({ source, flags }: Pattern, text: string): number {
  const context = createContext({
    pattern: new RegExp(source, flags.replace('g', '').replace('y', '')),
    text,
  })
  // Takes the best of several: the first run compiles the pattern, and other processes take
  // processor time.
  let best = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && best > SLOW_MS; attempt += 1) {
    const before = process.cpuUsage()
    try {
      runInContext('pattern.test(text)', context, { timeout: GIVE_UP_MS })
    } catch {
      return GIVE_UP_MS
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
