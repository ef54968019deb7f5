/** `npm run live`: the product against the real logs, DNS and internet. Configuration: README. */
import { readConfig } from '#server/config.ts'
import { runServer, runUntilSignal } from '#server/main.ts'

await runUntilSignal(() => runServer({ config: readConfig() }))
