import { ConfigError } from '#server/platform/config.ts'

type Environment = Record<string, string | undefined>

/**
 * For glibc, which reads them when a process starts (decision 0038): two arenas instead of one per
 * thread save 50 MB each, and fixed thresholds keep large blocks off a heap that never shrinks.
 */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Before any import of React, whose development build renders 2.5 times slower. Child processes
 * inherit the values, and later ones `MALLOC_SETTINGS`, unless the operator chose others.
 * @throws ConfigError when NODE_ENV requests another mode
 */
export function enterProductionMode(environment: Environment = process.env): void {
  const mode = environment['NODE_ENV'] || 'production'
  if (mode !== 'production')
    throw new ConfigError([
      `NODE_ENV is "${mode}": the server renders pages in production mode only. Unset NODE_ENV or set it to "production".`,
    ])
  environment['NODE_ENV'] = 'production'
  for (const [name, value] of Object.entries(MALLOC_SETTINGS)) environment[name] ??= value
}

export const isProductionMode = (): boolean => process.env['NODE_ENV'] === 'production'
