import { X509Certificate } from 'node:crypto'
import { readFileSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Config } from '#server/platform/config.ts'

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
