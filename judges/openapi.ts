import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { OPENAPI_PATH } from '#contracts/endpoint.ts'
import { sumUp } from './findings.ts'
import type { Judge, Reason } from './judge.ts'
import { fromNpm, run, withFolder } from './tools.ts'

const VERSION = '2.77.0'
const redocly = () => fromNpm('@redocly/cli', VERSION)

const Report = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string().optional() })),
    }),
  ),
})

const REASONS: Reason[] = [
  {
    finding: /^no-server-example/,
    reason: 'the demo is at this address; PUBLIC_ORIGIN says where an installation is',
  },
  {
    finding: /^no-ambiguous-paths: .*`\/api\/(?:stores\/details|articles\/(?:slug|category))\//,
    reason: 'an id is a number, so no address fits both; the server tries the fixed part first',
  },
  {
    finding: /^operation-4xx-response: .*\/~1health\/get\/[^ ]*\)$/,
    reason: 'a probe is refused for nothing',
  },
]

/** The description of the API that the product serves, by every rule that Redocly recommends. */
export const openapi: Judge = {
  name: 'openapi',
  tool: 'redocly',
  version: async () => ((await redocly()) ? VERSION : undefined),
  skip: 'npm fetches @redocly/cli',
  async judge(start) {
    const { origin } = await start()
    const text = await (await fetch(origin + OPENAPI_PATH)).text()
    const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text))
    const findings = await withFolder(async (folder) => {
      const file = path.join(folder, 'openapi.json')
      await writeFile(file, text)
      return lint(file)
    })
    return { checked: `${Object.keys(paths).length} paths`, findings, reasons: REASONS }
  },
}

async function lint(file: string): Promise<string[]> {
  const cli = path.join((await redocly()) ?? '', 'bin/cli.js')
  const flags = ['--extends', 'recommended-strict', '--format', 'json', '--max-problems', '10000']
  // Without a configuration of its own it would look for one above, and without telemetry it is
  // quick.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: path.dirname(file), env }
  const { stdout, stderr } = await run(process.execPath, [cli, 'lint', file, ...flags], options)
  if (!stdout.trim()) throw new Error(stderr)
  return sumUp(
    Report.parse(JSON.parse(stdout)).problems.map(({ ruleId, message, location }) => ({
      what: `${ruleId}: ${message}`,
      where: location[0]?.pointer ?? '#',
    })),
  )
}
