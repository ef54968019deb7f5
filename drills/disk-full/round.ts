import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmaster } from '#server/platform/db/local-postgres/postmaster.ts'
import { FullDiskReport } from './report.ts'
import { checkPhoto, uploadPhotos } from './photos.ts'
import type { SmallDisk } from './small-disk.ts'

type RoundInput = { disk: SmallDisk; dataDir: string; leftBytes: number; isLogOnDisk: boolean }
type RoundResult = { line: string; broken: string[] }

const SERVER = join(import.meta.dirname, 'server.ts')
const GOAL_MS = 5_000
const READY_WITHIN_MS = 60_000
/** Time limit for filling the rest of the disk. */
const FULL_WITHIN_MS = 90_000
/** A server that does not answer for this long hangs. */
const HANGS_AFTER_MS = 20_000
const ROWS_BEFORE = 2_000
const ROWS_AFTER = 100
/** PostgreSQL may need to recover first. */
const RECOVERS_WITHIN_MS = 30_000
const POLL_MS = 50

/**
 * One run on a disk that fills up and is freed again, a start on the full disk, and a start with
 * free space.
 */
export async function runFullDiskRound(input: RoundInput): Promise<RoundResult> {
  const { disk, leftBytes } = input
  const broken: string[] = []
  const writer = startServer(input)
  await writer.until(() => writer.acknowledged.length > ROWS_BEFORE, READY_WITHIN_MS)
  const photos = uploadPhotos(writer.origin(), writer.token())
  await photos.first
  disk.fill(leftBytes)
  const unhealthyMs = await untilHealth(writer, false)
  const uploaded = await photos.stop()
  if (unhealthyMs === null || unhealthyMs > GOAL_MS)
    broken.push(`unhealthy after ${unhealthyMs} ms`)
  if (!writer.said().includes('the disk is full'))
    broken.push(`does not say why: ${writer.said().slice(-600)}`)
  disk.free()
  const before = writer.acknowledged.length
  const freedMs = performance.now()
  await writer
    .until(() => writer.acknowledged.length > before + ROWS_AFTER, RECOVERS_WITHIN_MS)
    .catch(() => broken.push(`writes nothing ${RECOVERS_WITHIN_MS} ms after there was room again`))
  const recoveredMs = Math.round(performance.now() - freedMs)
  if ((await untilHealth(writer, true)) === null) broken.push('still unhealthy with room again')

  disk.fill(leftBytes)
  await untilHealth(writer, false)
  await writer.kill()
  const onFull = startServer({ ...input, isLogOnDisk: false })
  const outcome = await onFull
    .until(() => onFull.hasEnded() || onFull.kept() !== null, READY_WITHIN_MS)
    .then(
      () => (onFull.hasEnded() ? 'ended' : 'runs'),
      () => (onFull.hasEnded() ? 'ended' : 'HANGS'),
    )
  if (outcome === 'HANGS')
    broken.push(`a start on the full disk neither works nor ends: ${onFull.said().slice(-600)}`)
  await onFull.kill()
  disk.free()

  const again = startServer({ ...input, isLogOnDisk: false, isQuiet: true })
  await again.until(() => again.kept() !== null, READY_WITHIN_MS)
  const kept = new Set(again.kept())
  const acknowledged = [...writer.acknowledged, ...onFull.acknowledged]
  const lost = acknowledged.filter((id) => !kept.has(id))
  if (lost.length > 0)
    broken.push(`${lost.length} of ${acknowledged.length} acknowledged rows are lost`)
  broken.push(...(await checkPhoto(again.origin(), writer.token(), uploaded)))
  await again.stop()
  if (again.child.exitCode !== 0)
    broken.push(`with room again it ended with ${again.child.exitCode}`)
  const line = [
    `${(leftBytes / 1024).toLocaleString('en')} kB left`.padStart(16),
    `unhealthy ${unhealthyMs} ms after the last commit, wrote again ${recoveredMs} ms after there was room`,
    `${acknowledged.length} rows and ${uploaded} uploads acknowledged, ${lost.length} lost`,
    `start on the full disk: ${outcome}`,
    input.isLogOnDisk ? 'log on the same disk' : 'log elsewhere',
  ]
  return { line: line.join(' · '), broken }
}

type Started = ReturnType<typeof startServer>

/**
 * Polls the server's health while it writes. @returns milliseconds since the last acknowledged
 * commit; null on timeout
 */
async function untilHealth(server: Started, isWanted: boolean): Promise<number | null> {
  const deadline = performance.now() + FULL_WITHIN_MS
  while (performance.now() < deadline && !server.hasEnded()) {
    const isHealthy = await fetch(`${server.origin()}/health`, {
      signal: AbortSignal.timeout(2_000),
    }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isHealthy === isWanted)
      return Math.max(0, Math.round(performance.now() - server.lastWriteMs()))
    await sleep(POLL_MS)
  }
  return null
}

function startServer({
  disk,
  dataDir,
  isLogOnDisk,
  isQuiet = false,
}: RoundInput & { isQuiet?: boolean }) {
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
        if (performance.now() > deadline)
          throw new Error(`took more than ${withinMs} ms:\n${said()}`)
        if (endedMs !== null) throw new Error(`it ended:\n${said()}`)
        await sleep(POLL_MS)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(HANGS_AFTER_MS)])
      await endTree(child, dataDir, ended)
      rmSync(logFolder, { recursive: true })
    },
    kill: () => endTree(child, dataDir, ended),
  }
}

/** Ends both like kill -9: the server, and PostgreSQL, which runs in a separate process group. */
async function endTree(
  { pid }: ChildProcess,
  dataDir: string,
  ended: Promise<void>,
): Promise<void> {
  const postgres = readPostmaster({ folder: join(dataDir, 'postgres') })
  for (const group of [pid, postgres?.pid])
    try {
      if (group !== undefined) process.kill(-group, 'SIGKILL')
    } catch {
      // All processes have ended.
    }
  await ended
}
