/**
 * Resource use of a process and its children, from `/proc`. Only Linux has it; other systems yield
 * no figures.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type Usage = {
  pid: number
  parent: number
  /** The kernel's name for it, at most 15 characters. */
  name: string
  command: string
  cpuSeconds: number
  /** CPU time of its children that have ended. */
  endedCpuSeconds: number
  rssMegabytes: number
}

const TICKS_PER_SECOND = 100

export const usageOfTree = (root: number): Usage[] => usageOfTrees((pid) => pid === root)

/** Sums over several processes and their children. */
export function usageOfTrees(isRoot: (pid: number) => boolean): Usage[] {
  if (!existsSync('/proc/self/stat')) return []
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => readProcess(pid) ?? [])
  const tree = new Set(all.map(({ pid }) => pid).filter(isRoot))
  for (let before = 0; before !== tree.size;) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

/** Null for a process that has just ended. */
function readProcess(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may contain spaces and brackets; the numbers follow its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return {
      pid,
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      command: commandOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      endedCpuSeconds: (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND,
      rssMegabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
    }
  } catch {
    return null
  }
}

const commandOf = (line: string): string =>
  line
    .split('\0')
    .find((part) => /\.[cm]?[jt]s$/.test(part))
    ?.replace(/^.*\/(?=[^/]+\/[^/]+$)/, '') ??
  line.split('\0')[0] ??
  ''

/**
 * Memory with shared pages divided among the processes that share them. Null if this user has no
 * access.
 */
export function proportionalMegabytes(pid: number): number | null {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** The process's initial environment; empty if this user has no access. */
export function readEnvironment(pid: number): Map<string, string> {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return new Map(
      entries.map((entry) => [
        entry.slice(0, entry.indexOf('=')),
        entry.slice(entry.indexOf('=') + 1),
      ]),
    )
  } catch {
    return new Map()
  }
}
