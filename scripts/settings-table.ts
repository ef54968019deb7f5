/**
 * Writes the table of docs/settings.md from the schema in `server/platform/config.ts`; with
 * `--check` only reports whether it is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { Env } from '#server/platform/config.ts'

const PAGE = 'docs/settings.md'
const BEGIN = '<!-- settings:begin (npm run settings) -->\n'
const END = '<!-- settings:end -->'

const defaults: Record<string, unknown> = Env.partial().parse({})
const rows = Object.entries<z.ZodType>(Env.shape).map(
  ([name, schema]) => `| \`${name}\` | ${shown(defaults[name])} | ${schema.description ?? ''} |`,
)
const table = `| setting | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`

const page = readFileSync(PAGE, 'utf8')
const from = page.indexOf(BEGIN) + BEGIN.length
const fresh = page.slice(0, from) + table + page.slice(page.indexOf(END))
if (!process.argv.includes('--check')) writeFileSync(PAGE, fresh)
else if (cellsOf(fresh) !== cellsOf(page)) {
  process.stderr.write(`${PAGE}: the table of settings is out of date; run npm run settings\n`)
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
