import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { proportionalMegabytes, type Usage } from './process-usage.ts'

/** The state of a listening socket in `/proc/net/tcp`. */
const LISTENS = '0A'

/** Seconds of CPU since the start, by role. Ended processes count for their parent. */
export type CpuByRole = Record<string, number>
export type MemoryByRole = {
  megabytes: Record<string, number>
  totalMegabytes: number
  unreadable: number
}

/** `port`: the port on which the product listens, which identifies its processes. */
export function cpuByRole(usages: readonly Usage[], port: number): CpuByRole {
  const roleOf = rolesOf(usages, port)
  const sums: CpuByRole = {}
  for (const usage of usages) {
    const role = roleOf(usage)
    sums[role] = (sums[role] ?? 0) + usage.cpuSeconds + usage.endedCpuSeconds
  }
  return sums
}

export const cpuBetween = (from: CpuByRole, to: CpuByRole): CpuByRole =>
  Object.fromEntries(
    Object.entries(to).map(([role, seconds]) => [role, seconds - (from[role] ?? 0)]),
  )

/** Proportional set sizes: memory that processes share, as PostgreSQL's do, counts once. */
export function memoryByRole(usages: readonly Usage[], port: number): MemoryByRole {
  const roleOf = rolesOf(usages, port)
  const memory: MemoryByRole = { megabytes: {}, totalMegabytes: 0, unreadable: 0 }
  for (const usage of usages) {
    const megabytes = proportionalMegabytes(usage.pid)
    if (megabytes === null) {
      memory.unreadable += 1
      continue
    }
    const role = roleOf(usage)
    memory.megabytes[role] = (memory.megabytes[role] ?? 0) + megabytes
    memory.totalMegabytes += megabytes
  }
  return memory
}

/**
 * API and worker may be the same program: the listening process is the API, and its sibling is the
 * worker.
 */
export function rolesOf(usages: readonly Usage[], port: number): (usage: Usage) => string {
  const listener = findListener(usages, port)
  const isSibling = (usage: Usage) =>
    usage.parent === listener?.parent &&
    usage.command === listener.command &&
    usage.pid !== listener.pid
  const hasWorker = usages.some(isSibling)
  return (usage) => {
    if (usage.name.startsWith('postgres')) return 'database'
    if (/(sim\/main\.ts|product\/world\.js)$/.test(usage.command)) return 'world'
    if (/chrom/i.test(usage.name)) return 'browser'
    if (usage.name.startsWith('npm') || usage.name === 'sh') return 'npm'
    if (usage.pid === listener?.pid) return hasWorker ? 'API' : 'product'
    if (isSibling(usage)) return 'worker'
    return usage.pid === listener?.parent ? 'supervisor' : usage.command
  }
}

/**
 * The process that listens on a TCP port, from `/proc/net/tcp`; undefined if this user has no
 * access.
 */
function findListener(usages: readonly Usage[], port: number): Usage | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)))
  return usages.find(({ pid }) => openFiles(pid).some((file) => sockets.has(file)))
}

/** Format: Linux, Documentation/networking/proc_net_tcp.rst */
function listeningSockets(table: string, port: number): string[] {
  try {
    const rows = readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1)
    return rows.flatMap((row) => {
      const fields = row.trim().split(/\s+/)
      const portOfRow = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
      return fields[3] === LISTENS && portOfRow === port ? [`socket:[${fields[9]}]`] : []
    })
  } catch {
    return []
  }
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return [] // closed in the meantime
      }
    })
  } catch {
    return []
  }
}
