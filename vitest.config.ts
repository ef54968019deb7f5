import { defineConfig } from 'vitest/config'
import { hasClickHouse } from './testing/clickhouse/start-clickhouse.ts'
import { isFullRun } from './testing/full-run.ts'

const SLICE_TESTS = '**/*.slice.test.ts'
const WORLD_TESTS = '**/*.world.test.ts'
/** Replaces a module of a library with our own. */
const SLICES_ALONE = 'server/equal-work.slice.test.ts'
/**
 * They start whole processes one after the other, or go through a long list; `npm test` leaves them
 * to the full run.
 */
const LONG_TESTS = [
  'scripts/dev/dev.world.test.ts',
  'scripts/inspect/inspect.test.ts',
  'server/cli/*.test.ts',
  'server/operations/backup/{scheduled-backup,fill-database}.slice.test.ts',
  'testing/world/{odd-hosts,hostile-texts}.world.test.ts',
  'testing/world/faults/*.world.test.ts',
  'testing/clickhouse/killed-clickhouse.slice.test.ts',
  'testing/deployment/*.{world,slice}.test.ts',
]
const SKIPPED = ['node_modules/**', ...(isFullRun ? [] : LONG_TESTS)]
const SLICES_WITH_FILES = [
  'server/catalog/pictures/pictures.slice.test.ts',
  'server/accounts/profile/photos.slice.test.ts',
  ...(isFullRun
    ? [
        'server/discovery/upkeep/take-screenshots.slice.test.ts',
        'server/accounts/profile/photo-files.slice.test.ts',
        'server/accounts/deletion/*.slice.test.ts',
        'server/opt-out/opt-out.slice.test.ts',
        'server/operations/backup/backup.slice.test.ts',
      ]
    : []),
]
// Measured on 2 cores: more workers than cores only make the timings of the database tests uneven.
const WORKERS = 2
/** Only what hangs takes this long: a busy machine takes ten times as long as a quiet one. */
const HANGS_AFTER_MS = 300_000
const DEMO_HANGS_AFTER_MS = 1_200_000
/** `expect.poll` waits one second by default, which a busy machine takes for a single query. */
const POLL_GIVES_UP_AFTER_MS = 60_000

// Not isolated: reloading all modules for each file took a third to a half of the time. Each test
// restores the globals that it replaces.
const ON_A_DATABASE = {
  pool: 'forks',
  globalSetup: 'testing/slice-server.ts',
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
} as const

/** They need ClickHouse. */
const CLICKHOUSE_TESTS = 'testing/clickhouse/*.slice.test.ts'

/**
 * Every question to both engines; in the full run also what is built on them: lists, exports, saved
 * searches, live totals and counters.
 */
const SLICES_WITH_SEARCH = [
  'server/catalog/search/differential.slice.test.ts',
  'server/catalog/search/embedded/product-search.slice.test.ts',
  CLICKHOUSE_TESTS,
  ...(isFullRun
    ? [
        'server/catalog/{.,stores,products}/{store-list,store-score,trending,live-total,pulse}.slice.test.ts',
        'server/workspace/{digest,exports,saved-searches}/*.slice.test.ts',
        'server/site/public-figures.slice.test.ts',
      ]
    : []),
]

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tags are clauses of the specification: `scripts/conformance.ts` compares them with
    // docs/conformance.md.
    strictTags: false,
    maxWorkers: WORKERS,
    setupFiles: ['testing/fail-on-console-error.ts', 'testing/leave-nothing.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    expect: { poll: { timeout: POLL_GIVES_UP_AFTER_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contracts,i18n,discovery,server,web,sim,scripts,testing,bench,drills,judges}/**/*.test.{ts,tsx}',
          ],
          exclude: [...SKIPPED, SLICE_TESTS, WORLD_TESTS],
          pool: 'threads',
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Through HTTP, each on its own database.
          name: 'slice',
          include: [SLICE_TESTS],
          exclude: [...SKIPPED, SLICES_ALONE, CLICKHOUSE_TESTS],
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
          // The same tests once more, with ClickHouse as the search engine; without one there is
          // nothing to run.
          name: 'slice-clickhouse',
          include: hasClickHouse() ? SLICES_WITH_SEARCH : [],
          exclude: SKIPPED,
          ...ON_A_DATABASE,
          globalSetup: ['testing/slice-server.ts', 'testing/clickhouse/slice-clickhouse.ts'],
          env: { TEST_SEARCH: 'clickhouse' },
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slice-alone', include: [SLICES_ALONE], ...ON_A_DATABASE } },
      {
        extends: true,
        test: {
          // The whole demo in separate processes. Two files at once, because each mostly waits for
          // repeat visits.
          name: 'world',
          include: [WORLD_TESTS],
          exclude: SKIPPED,
          // What crashes in native code ends one file, not the whole run.
          pool: 'forks',
          globalSetup: 'testing/slice-server.ts',
          testTimeout: DEMO_HANGS_AFTER_MS,
          hookTimeout: DEMO_HANGS_AFTER_MS,
        },
      },
    ],
  },
})
