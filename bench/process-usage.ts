/** What a process and its children use, from `/proc`; only Linux has that, elsewhere nothing is told. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type Usage = { pid: number; parent: number; command: string; cpuSeconds: number; rssMegabytes: number }

const TICKS_PER_SECOND = 100

export function usageOfTree(root: number): Usage[] {
  if (!existsSync('/proc/self/stat')) return []
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => readProcess(pid) ?? [])
  const tree = new Set([root])
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
    // The name may hold spaces and brackets; the numbers stand behind its last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return {
      pid,
      parent: Number(fields[1]),
      command: commandOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
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
