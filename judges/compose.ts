import path from 'node:path'
import * as z from 'zod'
import type { Judge, Reason } from './judge.ts'
import { fromNpm, run, withFolder } from './tools.ts'

const COMPOSE = path.join(import.meta.dirname, '../deploy/compose.yaml')
const VERSION = '3.1.0'

const fetched = () => fromNpm('dclint', VERSION)

const Report = z.tuple([
  z.object({
    messages: z.array(z.object({ rule: z.string(), line: z.int(), message: z.string() })),
  }),
])

const REASONS: readonly Reason[] = [
  {
    finding:
      /^(service-keys|services-alphabetical|service-dependencies-alphabetical|top-level-properties)-order /,
    reason:
      'services and keys stand in the order in which they are read: what is shared or first, then what builds on it',
  },
  {
    finding: /^no-unbound-port-interfaces .*"proxy"/,
    reason: 'the proxy alone is open, to all networks: it is the public address',
  },
  {
    finding: /^no-quotes-in-volumes /,
    reason: 'within a list in brackets a colon stands in quotes, as everywhere in the file',
  },
]

/** The schema of the Compose Specification on the compose file, and a linter's advice. */
export const compose: Judge = {
  name: 'compose',
  tool: 'dclint',
  version: async () => ((await fetched()) === undefined ? undefined : VERSION),
  skip: `npm cannot fetch dclint@${VERSION} here`,
  async judge() {
    const program = path.join((await fetched()) ?? '', 'bin/dclint.cjs')
    // Elsewhere, because it looks for a configuration of its own from the current folder on.
    const { stdout, stderr } = await withFolder((folder) =>
      run(process.execPath, [program, '--formatter', 'json', COMPOSE], { cwd: folder }),
    )
    if (stdout === '') throw new Error(stderr)
    const [{ messages }] = Report.parse(JSON.parse(stdout))
    return {
      checked: '1 compose file, by the schema of the specification',
      findings: messages.map(({ rule, line, message }) => `${rule} line ${line}: ${message}`),
      reasons: REASONS,
    }
  },
}
