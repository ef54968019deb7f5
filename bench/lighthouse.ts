/**
 * Lighthouse's scores for the public pages on a simulated phone: `node bench/lighthouse.ts ORIGIN
 * [RUNS]`, against a running production server. npx fetches Lighthouse in exactly this version; as
 * a dependency it would add 176 MB for every user of the demo.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { findChromium } from '#testing/find-chromium.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = [
  '/',
  '/sample',
  '/pricing',
  '/about',
  '/contact',
  '/login',
  '/blog',
  '/blog/1',
  '/freshness',
]
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 } as const
type Category = keyof typeof TARGETS
const CATEGORIES = Object.keys(TARGETS) as Category[] // Safe: the keys of a literal.

const Audit = z.object({
  title: z.string(),
  score: z.nullable(z.number()),
  scoreDisplayMode: z.string(),
})
const Scored = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
})
const Report = z.object({
  categories: z.record(z.enum(['performance', 'accessibility', 'best-practices', 'seo']), Scored),
  audits: z.record(z.string(), Audit),
})
type Report = z.infer<typeof Report>

const [origin = 'http://localhost:3000', runs = '5'] = process.argv.slice(2)
const chromium = findChromium()
if (chromium === null) throw new Error('no Chromium here: CHROMIUM_PATH names one')

process.stdout.write(
  `page        ${CATEGORIES.map((name) => `${name} (≥ ${TARGETS[name]})`).join('  ')}\n`,
)
for (const page of PAGES) {
  const reports: Report[] = []
  for (let run = 0; run < Number(runs); run += 1) reports.push(await audit(origin + page, chromium))
  tell(page, reports)
}

async function audit(url: string, chromePath: string): Promise<Report> {
  const flags = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`]
  const child = spawn(
    'npx',
    ['--yes', LIGHTHOUSE, url, ...flags, '--chrome-flags=--headless=new --no-sandbox'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CHROME_PATH: chromePath } },
  )
  return Report.parse(JSON.parse(await text(child.stdout)))
}

/** Prints the medians, and the audits that cost points in the last run. */
function tell(page: string, reports: readonly Report[]): void {
  const scores = CATEGORIES.map((name) =>
    medianOf(reports.map(({ categories }) => categories[name].score * 100)),
  )
  const cells = CATEGORIES.map((name, at) => {
    const score = Math.round(scores[at] ?? 0)
    return `${score}${score < TARGETS[name] ? ' ✗' : ''}`.padEnd(
      `${name} (≥ ${TARGETS[name]})`.length,
    )
  })
  process.stdout.write(`${page.padEnd(10)}  ${cells.join('  ')}\n`)
  for (const name of CATEGORIES)
    for (const flaw of flawsOf(reports.at(-1), name))
      process.stdout.write(`            ${name}: ${flaw}\n`)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function flawsOf(report: Report | undefined, category: Category): string[] {
  if (!report) return []
  return report.categories[category].auditRefs.flatMap(({ id, weight }) => {
    const audited = report.audits[id]
    const isFlaw = audited && weight > 0 && audited.score !== null && audited.score < 0.9
    return isFlaw ? [`${audited.title} (${id}, ${Math.round((audited.score ?? 0) * 100)})`] : []
  })
}
