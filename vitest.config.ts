import { defineConfig } from 'vitest/config'
import { hasClickHouse } from './testing/clickhouse/start-clickhouse.ts'

const SLICE_TESTS = '**/*.slice.test.ts'
const WORLD_TESTS = '**/*.world.test.ts'
/** Replaces a module of a library with our own. */
const SLICES_ALONE = 'server/equal-work.slice.test.ts'
const SLICES_WITH_FILES = [
  'server/catalog/pictures/pictures.slice.test.ts',
  'server/discovery/upkeep/take-screenshots.slice.test.ts',
  'server/accounts/profile/photo-files.slice.test.ts',
  'server/accounts/profile/photos.slice.test.ts',
  'server/accounts/deletion/*.slice.test.ts',
  'server/opt-out/opt-out.slice.test.ts',
  'server/operations/backup/backup.slice.test.ts',
]
// Measured on 2 cores: more workers than cores only make the timings of the database tests uneven.
const WORKERS = 2

// Not isolated: reloading all modules for each file took a third to a half of the time. Each test restores the globals that it replaces.
const ON_A_DATABASE = {
  pool: 'forks',
  globalSetup: 'testing/slice-server.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const

/** They need ClickHouse. */
const CLICKHOUSE_TESTS = 'testing/clickhouse/*.slice.test.ts'

/** Lists, facets, products, exports, saved searches, live totals and counters. */
const SLICES_WITH_SEARCH = [
  'server/catalog/search/differential.slice.test.ts',
  'server/catalog/stores/store-list.slice.test.ts',
  'server/catalog/products/trending.slice.test.ts',
  'server/catalog/live-total.slice.test.ts',
  'server/catalog/pulse.slice.test.ts',
  'server/workspace/exports/exports.slice.test.ts',
  'server/workspace/saved-searches/*.slice.test.ts',
  'server/site/public-figures.slice.test.ts',
  CLICKHOUSE_TESTS,
]

/** Every call; in the full run also most of those that read. */
const SLICES_WITH_READS = [
  'server/every-call.slice.test.ts',
  ...(process.env['TEST_FULL']
    ? [
        'server/admission.slice.test.ts',
        'server/catalog/{.,stores,products}/*.slice.test.ts',
        'server/workspace/{saved,exports}/*.slice.test.ts',
      ]
    : []),
]

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tags are clauses of the specification: `scripts/conformance.ts` compares them with docs/conformance.md.
    strictTags: false,
    maxWorkers: WORKERS,
    setupFiles: ['testing/fail-on-console-error.ts', 'testing/leave-nothing.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contracts,i18n,discovery,server,web,sim,scripts,testing,bench}/**/*.test.{ts,tsx}'],
          exclude: [SLICE_TESTS, WORLD_TESTS],
          pool: 'threads',
          // A busy machine takes ten times as long as a quiet one.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Through HTTP, each on its own database.
          name: 'slice',
          include: [SLICE_TESTS],
          exclude: ['node_modules/**', SLICES_ALONE, CLICKHOUSE_TESTS],
          ...ON_A_DATABASE,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // The same tests once more, with the files in a bucket.
          name: 'slice-s3',
          include: SLICES_WITH_FILES,
          ...ON_A_DATABASE,
          env: { TEST_FILES: 's3' },
        },
      },
      {
        extends: true,
        test: {
          // The same tests once more, with ClickHouse as the search engine; without one there is nothing to run.
          name: 'slice-clickhouse',
          include: hasClickHouse() ? SLICES_WITH_SEARCH : [],
          ...ON_A_DATABASE,
          globalSetup: ['testing/slice-server.ts', 'testing/clickhouse/slice-clickhouse.ts'],
          env: { TEST_SEARCH: 'clickhouse' },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // The same tests once more, with reads on connections that refuse every write, as replicas do.
          name: 'slice-reads',
          include: SLICES_WITH_READS,
          ...ON_A_DATABASE,
          env: { TEST_READS: 'read-only' },
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slice-alone', include: [SLICES_ALONE], ...ON_A_DATABASE } },
      {
        extends: true,
        test: {
          // The whole demo in separate processes. Two files at once, because each mostly waits for repeat visits.
          name: 'world',
          include: [WORLD_TESTS],
          exclude: ['node_modules/**'],
          // What crashes in native code ends one file, not the whole run.
          pool: 'forks',
          globalSetup: 'testing/slice-server.ts',
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
    ],
  },
})
