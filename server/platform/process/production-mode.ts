import { ConfigError } from '#server/platform/config.ts'

type Environment = Record<string, string | undefined>

/**
 * For glibc, which reads them when a process starts (decision 0038). It gives each thread its own
 * memory arena and returns little of it: two arenas save 50 MB in each process. And it raises both
 * thresholds once a large block is freed: later ones lie between small blocks on a heap that never
 * shrinks.
 */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * React picks its build by NODE_ENV when it is first loaded; the development build renders a page
 * about 2.5 times slower. Call this before any import of React. Child processes inherit the values.
 * Processes that are forked later also get `MALLOC_SETTINGS`, unless the operator chose other
 * values.
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
