import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchDeps,
} from '#discovery/fetch/guarded-fetch.ts'

/** Every name has a public address, and every request arrives at this port of the machine. */
export const createFetchTo = (port: number, deps: Partial<GuardedFetchDeps> = {}): GuardedFetch =>
  createGuardedFetch({
    lookup: async () => ({ kind: 'addresses', addresses: ['23.227.38.65'] }),
    connectTo: [{ host: null, port: 80, targetHost: '127.0.0.1', targetPort: port }],
    userAgent: 'StoredawnBot/1.0 (+https://storedawn.test/bot)',
    ...deps,
  })
