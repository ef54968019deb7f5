import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '#server/platform/process/ports.ts'
import type { ComposeProcess } from './compose.ts'

export type Place = {
  folder: string
  settings: Record<string, string>
  /**
   * Names inside the containers with what they are on this machine: folders, addresses, the public
   * origin.
   */
  local: Record<string, string>
}

export type RunningProcess = { name: string; child: ChildProcess; port: number; output: string[] }

/** A busy machine takes many times as long as a quiet one. */
const HEALTHY_WITHIN_MS = 10 * 60_000

export async function startProcess(
  service: ComposeProcess,
  place: Place,
  port?: number,
): Promise<RunningProcess> {
  const chosen = port ?? (await findFreePort('127.0.0.1'))
  const child = spawnIn(service, place, chosen)
  const running: RunningProcess = { name: service.name, child, port: chosen, output: [] }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => void running.output.push(String(text)))
  try {
    if (service.healthCommand) await untilHealthy(service.healthCommand, running)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return running
}

export async function runCommand(
  service: ComposeProcess,
  place: Place,
  words: string[],
): Promise<{ code: number; out: string }> {
  const [program = '', ...first] = service.command.slice(0, -1)
  const asked = words.map((word) => place.local[word] ?? word)
  const child = spawnIn({ ...service, command: [program, ...first, ...asked] }, place, 0)
  const out: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => void out.push(String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), out: out.join('') }
}

export async function stopProcesses(running: RunningProcess[]): Promise<void> {
  const ending = running.filter(({ child }) => child.exitCode === null && child.signalCode === null)
  for (const { child } of ending) child.kill('SIGTERM')
  await Promise.all(ending.map(({ child }) => once(child, 'exit')))
}

function spawnIn(
  { command, environment }: ComposeProcess,
  place: Place,
  port: number,
): ChildProcess {
  const [, ...words] = command
  // Each container has its own network; here they share one, so that each gets a port.
  const network = { HOST: '127.0.0.1', PORT: String(port) }
  return spawn(process.execPath, words, {
    cwd: place.folder,
    env: {
      PATH: process.env['PATH'],
      ...localised(environment, place),
      ...place.settings,
      ...network,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const localised = (environment: Record<string, string>, { local }: Place): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, local[value] ?? value]),
  )

async function untilHealthy(
  [, ...words]: string[],
  { name, child, port, output }: RunningProcess,
): Promise<void> {
  const asked = words.map((word) => word.replace(':3000', `:${port}`))
  for (const from = Date.now(); Date.now() - from < HEALTHY_WITHIN_MS; await sleep(500)) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output.join('')}`)
    const isHealthy = await promisify(execFile)(process.execPath, asked).then(
      () => true,
      () => false,
    )
    if (isHealthy) return
  }
  throw new Error(`${name} did not become healthy: ${output.join('')}`)
}
