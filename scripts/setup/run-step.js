import { spawn } from 'node:child_process'
import { ROOT } from './project-paths.js'

const TICK_MS = 1000
/** npm and vite print little; the cause of a failure is at the end. */
const KEPT_OUTPUT_BYTES = 200_000

/**
 * Runs a command behind one progress line. Shows its output only on failure.
 * @throws Error with the output if the command exits with a code other than 0
 */
export async function runStep(title, command, args, { env = process.env, timeLimitMs = 0 } = {}) {
  const startedAt = Date.now()
  const progress = startProgress(title, startedAt)
  const { code, output } = await run(command, args, env, timeLimitMs)
  progress.stop()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  if (code !== 0)
    throw new Error(
      `${title} failed after ${seconds} s (${[command, ...args].join(' ')}):\n${output}`,
    )
  console.log(`✓ ${title} (${seconds} s)`)
}

function startProgress(title, startedAt) {
  if (!process.stdout.isTTY) {
    console.log(`… ${title}`)
    return { stop() {} }
  }
  const show = () =>
    process.stdout.write(`\r… ${title} ${Math.round((Date.now() - startedAt) / 1000)} s`)
  show()
  const timer = setInterval(show, TICK_MS)
  return {
    stop() {
      clearInterval(timer)
      process.stdout.write('\r\u001b[2K')
    },
  }
}

function run(command, args, env, timeLimitMs) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeLimitMs,
    })
    let output = ''
    const keep = (chunk) => (output = (output + chunk).slice(-KEPT_OUTPUT_BYTES))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code, signal) =>
      resolve({
        code: signal ? 1 : code,
        output: signal ? `${output}\n(ended by ${signal})` : output,
      }),
    )
  })
}
