/**
 * Runs the server on a small disk that fills up while it writes. The health check must report this
 * within 5 s, and the server must never hang. Once there is space again, it must continue by
 * itself, with every acknowledged row and upload, and without a half-written file. A start on the
 * full disk must either work or end with a reason. Options:
 * `--rounds N`. As root (it mounts a file system in memory); exits with 1 if a check fails.
 * Conformance: check-75
 */
import { parseArgs } from 'node:util'
import { runFullDiskRound } from './disk-full/round.ts'
import { mountSmallDisk } from './disk-full/small-disk.ts'

const MIB = 1024 ** 2
/** A new cluster takes 40 MB, its write-ahead log up to 512 MB more. */
const DISK_BYTES = 700 * MIB
/**
 * Free space left when the disk fills up: the engine then fails in its tables, in its log, or at a
 * checkpoint.
 */
const LEFT_BYTES = [0, 64 * 1024, MIB, 5 * MIB, 20 * MIB, 60 * MIB]

const say = (line: string) => process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: String(LEFT_BYTES.length) } },
})
const mounted = mountSmallDisk(DISK_BYTES)
if (mounted.kind === 'unavailable') {
  say(`not proven: no file system can be mounted here (${mounted.reason})`)
  process.exit(0)
}
using disk = mounted.disk
const problems: string[] = []
const dataDir = `${disk.folder}/data`
for (let round = 0; round < Number(values.rounds); round++) {
  const leftBytes = LEFT_BYTES[round % LEFT_BYTES.length] ?? 0
  const { line, broken } = await runFullDiskRound({
    disk,
    dataDir,
    leftBytes,
    isLogOnDisk: round % 2 === 1,
  })
  say(`${String(round + 1).padStart(2)}  ${line}`)
  problems.push(...broken)
  for (const problem of broken) say(`    BROKEN: ${problem}`)
}
say(
  problems.length > 0
    ? `${problems.length} problems`
    : 'nothing hung, nothing that was acknowledged is lost',
)
process.exitCode = problems.length > 0 ? 1 : 0
