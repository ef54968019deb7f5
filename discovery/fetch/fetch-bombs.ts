/**
 * `bomb-memory.test.ts` runs this in a separate process. It fetches the given URLs and reports how far its resident memory rose above the
 * level after the same number of ordinary pages of full size.
 */
import * as z from 'zod'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'

const PAGES = 3

const Order = z.object({ port: z.int(), bombs: z.array(z.string()), page: z.string() })
const { port, bombs, page } = Order.parse(JSON.parse(process.argv[2] ?? ''))

await using guardedFetch = createGuardedFetch({
  lookup: async () => ({ kind: 'addresses', addresses: ['23.227.38.65'] }),
  connectTo: [{ host: null, port: 80, targetHost: '127.0.0.1', targetPort: port }],
  userAgent: 'StoredawnBot/1.0 (+https://storedawn.test/bot)',
})
/** Peak memory in KiB; unlike sampling, it misses no moment. */
const peakKiB = () => process.resourceUsage().maxRSS

for (let count = 0; count < PAGES; count += 1) await guardedFetch({ url: `http://shop.test/${page}` })
const beforeKiB = peakKiB()
const outcomes: string[] = []
for (const bomb of bombs) {
  const outcome = await guardedFetch({ url: `http://shop.test/${bomb}` })
  outcomes.push(outcome.kind === 'failed' ? outcome.cause : outcome.kind)
}
process.stdout.write(JSON.stringify({ outcomes, risenMiB: (peakKiB() - beforeKiB) / 1024 }))
