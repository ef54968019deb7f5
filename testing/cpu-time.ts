/**
 * Processor time of this thread in ms. Unlike the clock, it does not advance while other processes
 * or threads have the processor.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
