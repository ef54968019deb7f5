import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FullDiskReport } from '#testing/prove/disk-full-report.ts'
import { checkPhoto, uploadPhotos } from '#testing/prove/full-disk-photos.ts'
import type { SmallDisk } from '#testing/prove/small-disk.ts'

type RoundInput = { disk: SmallDisk; dataDir: string; leftBytes: number; isLogOnDisk: boolean }
type RoundResult = { line: string; broken: string[] }

const SERVER = join(import.meta.dirname, 'full-disk-server.ts')
const GOAL_MS = 5_000
const READY_WITHIN_MS = 60_000
/** Until 60 MB more are written. */
const FULL_WITHIN_MS = 90_000
/** After so long without an answer it hangs. */
const HANGS_AFTER_MS = 20_000
const ROWS_BEFORE = 2_000
const POLL_MS = 50

/** One life on a disk that fills up, a start on the full disk, and one with room again. */
export async function runFullDiskRound(input: RoundInput): Promise<RoundResult> {
  const { disk, leftBytes } = input
  const broken: string[] = []
  const writer = startServer(input)
  await writer.until(() => writer.acknowledged.length > ROWS_BEFORE, READY_WITHIN_MS)
  const photos = uploadPhotos(writer.origin(), writer.token())
  await photos.first
  disk.fill(leftBytes)
  const { unhealthyMs, exitMs } = await watchEnd(writer)
  const uploaded = await photos.stop()
  if (unhealthyMs === null || unhealthyMs > GOAL_MS) broken.push(`unhealthy after ${unhealthyMs} ms`)
  if (exitMs === null || exitMs > GOAL_MS) broken.push(`ended after ${exitMs} ms`)
  if (writer.child.exitCode === 0) broken.push('ended with code 0')
  await writer.kill()
  if (!writer.said().includes('the disk is full'))
    broken.push(`does not say why: ${writer.said().slice(-600)}`)

  const onFull = startServer({ ...input, isLogOnDisk: false })
  const hasEnded = await onFull
    .until(() => onFull.hasEnded(), HANGS_AFTER_MS)
    .then(
      () => true,
      () => false,
    )
  if (!hasEnded) broken.push(`a start on the full disk neither works nor ends: ${onFull.said().slice(-600)}`)
  await onFull.kill()
  disk.free()

  const again = startServer({ ...input, isLogOnDisk: false, isQuiet: true })
  await again.until(() => again.kept() !== null, READY_WITHIN_MS)
  const kept = new Set(again.kept())
  const acknowledged = [...writer.acknowledged, ...onFull.acknowledged]
  const lost = acknowledged.filter((id) => !kept.has(id))
  if (lost.length > 0) broken.push(`${lost.length} of ${acknowledged.length} acknowledged rows are lost`)
  broken.push(...(await checkPhoto(again.origin(), writer.token(), uploaded)))
  await again.stop()
  if (again.child.exitCode !== 0) broken.push(`with room again it ended with ${again.child.exitCode}`)
  const line = [
    `${(leftBytes / 1024).toLocaleString('en')} kB left`.padStart(16),
    `unhealthy ${unhealthyMs} ms, ended ${exitMs} ms after the last commit`,
    `${acknowledged.length} rows and ${uploaded} uploads acknowledged, ${lost.length} lost`,
    `start on the full disk: ${onFull.acknowledged.length > 0 ? 'wrote, then ' : ''}${hasEnded ? 'ended' : 'HANGS'} `,
    input.isLogOnDisk ? 'log on the same disk' : 'log elsewhere',
  ]
  return { line: line.join(' · '), broken }
}

type Started = ReturnType<typeof startServer>

/** Asks for its health while it writes, until it is gone. Times count from the last commit that was acknowledged. */
async function watchEnd(server: Started): Promise<{ unhealthyMs: number | null; exitMs: number | null }> {
  const deadline = performance.now() + FULL_WITHIN_MS
  let unhealthyAtMs: number | null = null
  while (!server.hasEnded()) {
    const isHealthy = await fetch(`${server.origin()}/health`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    unhealthyAtMs = isHealthy ? null : (unhealthyAtMs ?? performance.now())
    const silentMs = performance.now() - server.lastWriteMs()
    if (silentMs > HANGS_AFTER_MS || performance.now() > deadline) break
    await sleep(POLL_MS)
  }
  const since = (atMs: number | null) =>
    atMs === null ? null : Math.max(0, Math.round(atMs - server.lastWriteMs()))
  return { unhealthyMs: since(unhealthyAtMs ?? server.endedMs()), exitMs: since(server.endedMs()) }
}

function startServer({ disk, dataDir, isLogOnDisk, isQuiet = false }: RoundInput & { isQuiet?: boolean }) {
  const logFolder = mkdtempSync(join(isLogOnDisk ? disk.folder : tmpdir(), 'log-'))
  const logFile = join(logFolder, 'log')
  const log = openSync(logFile, 'a')
  const child = fork(SERVER, [dataDir, ...(isQuiet ? ['--quiet'] : [])], {
    execArgv: [],
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
    detached: true,
  })
  closeSync(log)
  const acknowledged: number[] = []
  let ready: Extract<FullDiskReport, { kind: 'ready' }> | null = null
  let lastWriteMs = performance.now()
  let endedMs: number | null = null
  child.on('message', (message) => {
    const report = FullDiskReport.parse(message)
    if (report.kind === 'ready') ready = report
    if (report.kind !== 'acknowledged') return
    acknowledged.push(report.id)
    lastWriteMs = performance.now()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => (endedMs = performance.now()))
  const said = () => readFileSync(logFile, 'utf8')
  const readyNow = () => ready as Extract<FullDiskReport, { kind: 'ready' }> | null
  return {
    child,
    acknowledged,
    said,
    origin: () => readyNow()?.origin ?? '',
    token: () => readyNow()?.token ?? '',
    kept: () => readyNow()?.kept ?? null,
    lastWriteMs: () => lastWriteMs,
    endedMs: () => endedMs,
    hasEnded: () => endedMs !== null,
    async until(isSo: () => boolean, withinMs: number) {
      const deadline = performance.now() + withinMs
      while (!isSo()) {
        if (performance.now() > deadline) throw new Error(`took more than ${withinMs} ms:\n${said()}`)
        if (endedMs !== null) throw new Error(`it ended:\n${said()}`)
        await sleep(POLL_MS)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(HANGS_AFTER_MS)])
      await endTree(child, ended)
      rmSync(logFolder, { recursive: true })
    },
    kill: () => endTree(child, ended),
  }
}

/** Server and database process together, whatever state they are in. */
async function endTree({ pid }: ChildProcess, ended: Promise<void>): Promise<void> {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
  await ended
}
