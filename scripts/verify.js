// `npm run verify`: all checks that do not run the product, in seconds.
import { spawn } from 'node:child_process'
import { OWN_NODE, ROOT } from './setup/project-paths.js'

const CHECKS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'lint',
    args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--format=unix'],
  },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'documents', args: ['scripts/check-docs.ts'] },
  { name: 'settings', args: ['scripts/settings-table.ts', '--check'] },
  { name: 'conformance', args: ['scripts/conformance.ts', 'check'] },
]
const AT_ONCE = 2

const waiting = [...CHECKS]
const results = []
await Promise.all(Array.from({ length: AT_ONCE }, work))

const failed = results.filter(({ code }) => code !== 0)
for (const { name, output } of failed) console.log(`\n── ${name}\n${output.trim()}`)
console.log(`\n${results.length - failed.length} of ${results.length} checks passed`)
process.exitCode = failed.length > 0 ? 1 : 0

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const startedAt = Date.now()
    const result = await run(check)
    results.push(result)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    console.log(`${result.code === 0 ? '✓' : '✗'} ${check.name} (${seconds} s)`)
  }
}

function run({ name, args }) {
  return new Promise((resolve) => {
    const child = spawn(OWN_NODE, args, {
      cwd: ROOT,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ name, code: 1, output: error.message }))
    child.on('close', (code) => resolve({ name, code, output }))
  })
}
