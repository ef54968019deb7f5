import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { ReadReplicas } from '#server/platform/db/replicas/read-replicas.ts'

/** How late the replicas are, and where requests read. */
export function addReplicaMetrics(register: Registry, replicas: ReadReplicas): void {
  const registers = [register]
  const readFigures = async () => {
    await replicas.measure()
    return replicas.figures().replicas
  }
  const lag = new Gauge({
    name: 'storedawn_replica_lag_seconds',
    help: 'How late the replica is; absent while it is not used.',
    labelNames: ['replica'],
    registers,
    async collect() {
      const figures = await readFigures()
      lag.reset()
      for (const { name, lagSeconds } of figures)
        if (lagSeconds !== null) lag.set({ replica: name }, lagSeconds)
    },
  })
  const isUsed = new Gauge({
    name: 'storedawn_replica_used',
    help: '1 while reads may go to the replica.',
    labelNames: ['replica'],
    registers,
    async collect() {
      for (const figure of await readFigures()) isUsed.set({ replica: figure.name }, figure.isUsed ? 1 : 0)
    },
  })
  const requests = new Counter({
    name: 'storedawn_read_requests_total',
    help: 'Requests that may read a replica, by where they read.',
    labelNames: ['target'],
    registers,
    collect() {
      const { replica, primary } = replicas.figures().reads
      requests.reset()
      requests.inc({ target: 'replica' }, replica)
      requests.inc({ target: 'primary' }, primary)
    },
  })
  const repeated = new Counter({
    name: 'storedawn_replica_queries_repeated_total',
    help: 'Queries that a replica did not finish and the primary answered.',
    registers,
    collect() {
      repeated.reset()
      repeated.inc(replicas.figures().reads.repeated)
    },
  })
}
