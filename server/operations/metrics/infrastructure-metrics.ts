import { X509Certificate } from 'node:crypto'
import { readFileSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry, Counter } from '@prometheus-io/client'
import type { Config } from '#server/platform/config.ts'
import type { ReadReplicas } from '#server/platform/db/replicas/read-replicas.ts'

type Settings = Pick<Config, 'DATA_DIR' | 'EXTRA_CA_FILE'>

/** The disk under `DATA_DIR`, and what expires by itself. */
export function addMachineMetrics(
  register: Registry,
  config: Settings,
  isDiskFull: () => boolean,
): void {
  addDiskMetric(register, config.DATA_DIR, {
    name: 'storedawn_disk_free_bytes',
    help: 'Free space on the disk that holds DATA_DIR; absent while it cannot be read.',
    value: ({ bavail, bsize }) => bavail * bsize,
  })
  addDiskMetric(register, config.DATA_DIR, {
    name: 'storedawn_disk_size_bytes',
    help: 'Size of the disk that holds DATA_DIR; absent while it cannot be read.',
    value: ({ blocks, bsize }) => blocks * bsize,
  })
  const isFull: Gauge = new Gauge({
    name: 'storedawn_database_disk_full',
    help: '1 while the database refuses writes for lack of disk space.',
    registers: [register],
    collect(): void {
      isFull.set(isDiskFull() ? 1 : 0)
    },
  })
  if (config.EXTRA_CA_FILE) addExpiry(register, config.EXTRA_CA_FILE)
}

type DiskMetric = { name: string; help: string; value: (disk: StatsFs) => number }

function addDiskMetric(
  register: Registry,
  folder: string,
  { name, help, value }: DiskMetric,
): void {
  const bytes = new Gauge({
    name,
    help,
    labelNames: ['disk'],
    registers: [register],
    async collect() {
      const disk = await statfs(folder).catch(() => null)
      bytes.reset()
      if (disk) bytes.set({ disk: 'data' }, value(disk))
    },
  })
}

const PEM_CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** As read at the start, like the crawler does: another file counts after a restart. */
function addExpiry(register: Registry, file: string): void {
  const times = Array.from(readFileSync(file, 'utf8').matchAll(PEM_CERTIFICATES), ([pem]) =>
    new X509Certificate(pem).validToDate.getTime(),
  )
  new Gauge({
    name: 'storedawn_extra_ca_expiry_timestamp_seconds',
    help: 'When the first certificate of EXTRA_CA_FILE expires.',
    registers: [register],
  }).set(Math.min(...times) / 1_000)
}

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
      for (const figure of await readFigures())
        isUsed.set({ replica: figure.name }, figure.isUsed ? 1 : 0)
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
