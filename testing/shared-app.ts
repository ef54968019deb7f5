import { sharedByTests } from '#testing/shared-by-tests.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

/** The whole HTTP server, shared by the tests of a file. */
export const useTestApp = (
  partsOf: () => Parameters<typeof startTestApp>[0] = () => ({}),
): TestApp => sharedByTests(() => startTestApp(partsOf()))
