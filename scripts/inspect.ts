import { InputError } from '#scripts/inspect/input-error.ts'
import { readInput } from '#scripts/inspect/read-input.ts'
import { toReport } from '#scripts/inspect/report.ts'
import { visitLive } from '#scripts/inspect/visit-live.ts'
import { extractVisit, type ExtractedVisit } from '#discovery/extract/extract-visit.ts'
import { readFiles } from '#scripts/inspect/read-files.ts'

const USAGE = `Usage: npm run -s inspect -- --html FILE [--url URL] [--meta FILE] [--products FILE] [--headers FILE]
       npm run -s inspect -- --url URL

Prints one JSON object with the public facts of a store, each with value, label and evidence; null = not published.
  --html FILE       a page of the store
  --url URL         where the page was read; alone: visit the store now, politely
  --meta FILE       its /meta.json
  --products FILE   its /products.json
  --headers FILE    response headers, as lines "name: value" or JSON; of products.json when their content type says JSON
`
const EXIT_BAD_INPUT = 2

async function inspect(): Promise<string> {
  const input = readInput(process.argv.slice(2))
  if (input.kind === 'help') return USAGE
  const now = new Date()
  const visit: ExtractedVisit =
    input.kind === 'live' ? await visitLive(input.url) : extractVisit(...readFiles(input, now))
  return `${JSON.stringify(toReport(visit, now), null, 2)}\n`
}

try {
  process.stdout.write(await inspect())
} catch (error) {
  if (!(error instanceof InputError)) throw error
  process.stderr.write(`inspect: ${error.message.split('\n')[0]}\n`)
  process.exitCode = EXIT_BAD_INPUT
}
