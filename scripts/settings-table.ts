/**
 * Writes the README's table of settings from the schema in `server/platform/config.ts`; with
 * `--check` only reports whether it is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { Env } from '#server/platform/config.ts'

const BEGIN = '<!-- settings:begin (npm run settings) -->\n'
const END = '<!-- settings:end -->'

const defaults: Record<string, unknown> = Env.partial().parse({})
const rows = Object.entries<z.ZodType>(Env.shape).map(
  ([name, schema]) => `| \`${name}\` | ${shown(defaults[name])} | ${schema.description ?? ''} |`,
)
const table = `| setting | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`

const readme = readFileSync('README.md', 'utf8')
const from = readme.indexOf(BEGIN) + BEGIN.length
const fresh = readme.slice(0, from) + table + readme.slice(readme.indexOf(END))
if (!process.argv.includes('--check')) writeFileSync('README.md', fresh)
else if (cellsOf(fresh) !== cellsOf(readme)) {
  process.stderr.write('README.md: the table of settings is out of date; run `npm run settings`\n')
  process.exitCode = 1
}

/** The formatter pads the table, so only its words are compared. */
function cellsOf(text: string): string {
  return text.replaceAll(/[\s-]+/g, ' ')
}

function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? '' : `\`${text}\``
}
