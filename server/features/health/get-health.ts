import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getHealth as endpoint } from '#contracts/health.ts'
import type { DatabaseWatch } from './watch-database.ts'

export async function getHealth(
  watch: DatabaseWatch,
  parkedLogs: { count: () => number },
  isDiskFull: () => boolean,
): Promise<ResponseOf<typeof endpoint>> {
  const isAnswering = await watch.isAnswering()
  return {
    status: isAnswering && !isDiskFull() ? 'ok' : 'unavailable',
    uptimeSeconds: Math.floor(process.uptime()),
    parkedLogs: parkedLogs.count(),
  }
}
