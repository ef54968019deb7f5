import { setTimeout as sleep } from 'node:timers/promises'
import type { ExternalClients } from '#server/discovery/external-clients.ts'

/** No log list, no logs, and no host that is a store; `onProbe` hears of each host visited. */
export function worldWithoutShops(
  onProbe: (host: string) => void,
  others: Partial<ExternalClients> = {},
): ExternalClients {
  return {
    fetch: async ({ url }) => ({ kind: 'failed', url, cause: 'dns', detail: 'no log list here' }),
    resolveHost: async () => ({ kind: 'elsewhere' }),
    async probe({ host }) {
      onProbe(host)
      await sleep(5)
      return { kind: 'not_a_store', reason: 'no_shop' }
    },
    startVisit: (host) => ({
      get: async () => ({ kind: 'forbidden' }),
      getIfChanged: async () => ({ kind: 'forbidden' }),
      isRedirectedByPlatform: () => false,
      host: () => host,
      pages: () => [],
    }),
    parseProducts: async () => null,
    readLog: () => {
      throw new Error('no log is followed')
    },
    async [Symbol.asyncDispose]() {},
    ...others,
  }
}
