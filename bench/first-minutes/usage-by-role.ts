import { proportionalMegabytes, readEnvironment, type Usage } from '../process-usage.ts'

/** Seconds of CPU since the start, by what the processes do. What ended counts for the process that had started it. */
export type CpuByRole = Record<string, number>
export type MemoryByRole = { megabytes: Record<string, number>; totalMegabytes: number; unreadable: number }

export function cpuByRole(usages: readonly Usage[]): CpuByRole {
  const roles = rolesOf(usages)
  const sums: CpuByRole = {}
  for (const usage of usages) {
    const role = roles.get(usage.pid) ?? ''
    sums[role] = (sums[role] ?? 0) + usage.cpuSeconds + usage.endedCpuSeconds
  }
  return sums
}

export const cpuBetween = (from: CpuByRole, to: CpuByRole): CpuByRole =>
  Object.fromEntries(Object.entries(to).map(([role, seconds]) => [role, seconds - (from[role] ?? 0)]))

/** Proportional set sizes: what processes share is counted once. */
export function memoryByRole(usages: readonly Usage[]): MemoryByRole {
  const roles = rolesOf(usages)
  const memory: MemoryByRole = { megabytes: {}, totalMegabytes: 0, unreadable: 0 }
  for (const { pid } of usages) {
    const megabytes = proportionalMegabytes(pid)
    if (megabytes === null) {
      memory.unreadable += 1
      continue
    }
    const role = roles.get(pid) ?? ''
    memory.megabytes[role] = (memory.megabytes[role] ?? 0) + megabytes
    memory.totalMegabytes += megabytes
  }
  return memory
}

function rolesOf(usages: readonly Usage[]): Map<number, string> {
  const roles = new Map(usages.map((usage) => [usage.pid, roleOf(usage)]))
  // What starts a process that answers requests is not the product itself, but watches over it.
  const isSplit = [...roles.values()].includes('API')
  for (const [pid, role] of roles) if (role === 'product' && isSplit) roles.set(pid, 'supervisor')
  return roles
}

function roleOf({ pid, name, command }: Usage): string {
  if (name.startsWith('postgres') || command.includes('embedded-process')) return 'database'
  if (command.endsWith('sim/main.ts')) return 'world'
  if (/chrom/i.test(name)) return 'browser'
  if (name.startsWith('npm') || name === 'sh') return 'npm'
  const asked = readEnvironment(pid).get('ROLES')?.split(',') ?? []
  if (asked.length > 0) return asked.includes('api') ? apiRole(asked) : 'worker'
  if (/worker[^/]*$/.test(command)) return 'worker'
  return /api[^/]*$/.test(command) ? 'API' : 'product'
}

const apiRole = (asked: readonly string[]): string => (asked.includes('worker') ? 'product' : 'API')
