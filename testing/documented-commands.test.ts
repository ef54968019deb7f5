import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Command } from '#server/cli/command.ts'

const ROOT = path.join(import.meta.dirname, '..')
const documents = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/**
 * Each call of the program in the documents, without comments: `README.md: opt-out --domain
 * shop.example`.
 */
const calls = documents.flatMap((document) =>
  Array.from(
    readFileSync(path.join(ROOT, document), 'utf8').matchAll(
      /(?:bin\/storedawn|^storedawn) (?!--help)([^`#&>\n']*)/gm,
    ),
    ([, call = '']) => `${document}: ${call.trim()}`,
  ),
)

/** Where main.ts loads each command from: `./backup.ts` and `restore`. */
const sources = new Map(
  Array.from(
    readFileSync(path.join(ROOT, 'server/cli/main.ts'), 'utf8').matchAll(
      /name: '([\w-]+)',.*?import\('(.+?)'\)\)\.(\w+)/gs,
    ),
    ([, name = '', file = '', member = '']) => [name, { file, member }] as const,
  ),
)

async function usageOf(name: string): Promise<string> {
  const source = sources.get(name)
  if (!source) throw new Error(`No command ${name}`)
  const module = (await import(path.join(ROOT, 'server/cli', source.file))) as Record<
    string,
    // Safe: main.ts takes a command from there.
    Command
  >
  return module[source.member]?.usage ?? ''
}

test('the documents call the program in several places', () => {
  expect(calls.length).toBeGreaterThan(10)
})

test.each(calls)('%s names a command and options that exist', async (call) => {
  const [name = '', ...words] = call.slice(call.indexOf(': ') + 2).split(/ +/)
  const usage = await usageOf(name)
  const known = new Set(usage.match(/--[a-z-]+/g))
  const unknown = words.filter((word) => word.startsWith('--') && !known.has(word))
  expect(unknown).toEqual([])
  // Commands take options only.
  expect(words.slice(0, 1).filter((word) => !word.startsWith('--'))).toEqual([])
})
