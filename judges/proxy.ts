import path from 'node:path'
import * as z from 'zod'
import type { Judge } from './judge.ts'
import { linesOf, run, versionOf, withFolder } from './tools.ts'

const CADDYFILE = path.join(import.meta.dirname, '../deploy/Caddyfile')

const Line = z.object({ level: z.string(), msg: z.string() })

/** Caddy on the configuration of the reverse proxy. */
export const proxy: Judge = {
  name: 'proxy',
  tool: 'caddy',
  version: () => versionOf('caddy', ['version']),
  skip: 'Caddy comes with Debian: apt-get install -y caddy',
  async judge() {
    const { code, stderr } = await withFolder((folder) =>
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE], {
        // It makes its folders, and a site needs a name.
        env: { ...process.env, HOME: folder, STOREDAWN_DOMAIN: 'storedawn.example' },
      }),
    )
    const told = linesOf(stderr)
    const findings = told.filter(isComplaint)
    return {
      checked: '1 Caddyfile',
      findings: code !== 0 && findings.length === 0 ? told : findings,
    }
  },
}

/** Every line of its log except the informational ones. */
function isComplaint(text: string): boolean {
  const line = Line.safeParse(parse(text))
  return !line.success || line.data.level !== 'info'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
