import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'

const Event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
})

const Affected = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.object({ type: z.string(), events: z.array(Event) })).default([]),
  versions: z.array(z.string()).default([]),
})

/**
 * One entry of the Open Source Vulnerability format (https://ossf.github.io/osv-schema/), limited
 * to the fields that we read.
 */
const Advisory = z.object({
  id: z.string(),
  summary: z.string().default(''),
  withdrawn: z.string().optional(),
  affected: z.array(Affected).default([]),
})
export type Advisory = z.infer<typeof Advisory>

/**
 * Reads an export of osv.dev: a folder of JSON files (its `npm/all.zip`, unpacked), or one file
 * with a single entry, a list, or one entry per line.
 * @throws Error that names the file and, in a file with lines, the line with the invalid entry
 */
export async function readAdvisories(source: string): Promise<Advisory[]> {
  if (!(await stat(source)).isDirectory()) return readOne(source)
  const files = (await readdir(source, { recursive: true })).filter((file) =>
    file.endsWith('.json'),
  )
  if (files.length === 0) throw new Error(`${source}: contains no JSON file`)
  const advisories: Advisory[] = []
  for (const file of files.toSorted()) advisories.push(...(await readOne(path.join(source, file))))
  return advisories
}

async function readOne(file: string): Promise<Advisory[]> {
  const text = await readFile(file, 'utf8')
  const whole = parse(text)
  if (whole !== undefined)
    return (Array.isArray(whole) ? whole : [whole]).map((entry) => read(entry, file))
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const entry = parse(line)
    return [read(entry, `${file}:${at + 1}`)]
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(entry: unknown, where: string): Advisory {
  const advisory = Advisory.safeParse(entry)
  if (!advisory.success) throw new Error(`${where}: not an entry of the OSV format`)
  return advisory.data
}
