import { startIdentityProvider } from './identity-provider/identity-provider.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { parseCommandLine } from './options.ts'
import { startPaymentPage } from './payment-page/payment-page.ts'
import { startWorld } from './world.ts'

const print = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function stop(parts: AsyncDisposable[]): Promise<void> {
  try {
    await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()))
  } finally {
    process.exit(0)
  }
}

/**
 * Ends together with its parent: a world that outlives the product would keep its ports and files.
 */
function endWithParent(parts: AsyncDisposable[], exitWithStdin: boolean): void {
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    void stop(parts)
  }
  process.on('SIGTERM', end)
  // Ctrl-C reaches the whole process group; a parent that forked us stops first and then stops us.
  process.on('SIGINT', process.channel ? () => {} : end)
  if (process.channel) process.on('disconnect', end)
  if (exitWithStdin) process.stdin.resume().on('end', end).on('close', end)
  // A closed output pipe must not crash us before an orderly end.
  process.stdout.on('error', end)
}

try {
  const { options, exitWithStdin } = parseCommandLine(process.argv.slice(2))
  const parts: AsyncDisposable[] = []
  endWithParent(parts, exitWithStdin)
  const world = await startWorld(options, (event) => print({ progress: event }))
  parts.push(world)
  const mailbox = await startMailbox({ dataDir: options.dataDir })
  parts.push(mailbox)
  const provider = await startIdentityProvider({ dataDir: options.dataDir })
  parts.push(provider)
  const paymentPage = await startPaymentPage({ dataDir: options.dataDir })
  parts.push(paymentPage)
  print({
    ready: true,
    ...world.address,
    mailbox: mailbox.url,
    smtp: mailbox.smtpUrl,
    identityProvider: provider.address,
    paymentPage: paymentPage.address,
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
