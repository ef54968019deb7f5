/**
 * `npm run dev`: the demo from its sources. API and worker start again when a source changes, and
 * the browser gets changed components without a reload. One log, in which each line names its
 * process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { findFreePort } from '#server/platform/process/ports.ts'
import {
  ProcessNotStartedError,
  runUntilSignal,
} from '#server/platform/process/run-until-signal.ts'
import { sayReady, startDemo } from '#scripts/demo/start-demo.ts'
import type { WebOrder } from '#scripts/dev/web-process.ts'

/** Read by API and worker. Vite follows `web/`, and what `web/` imports of these. */
const SERVER_FOLDERS = ['server', 'discovery', 'contracts', 'i18n', 'content']
/** An editor writes several files at once, and some of them twice. */
const SETTLED_AFTER_MS = 60
const API_HOST = '127.0.0.1'

await runUntilSignal(async () => {
  const PORT = await findFreePort(API_HOST)
  const web = startWeb()
  const webEnded = once(web, 'exit')
  const demo = await startDemo({
    program: path.join(import.meta.dirname, 'demo-process.ts'),
    apiAt: { HOST: API_HOST, PORT },
    onOutput: printLines,
  })
  const watchers = watchSources(() => demo.restart())
  const stop = async () => {
    for (const watcher of watchers) watcher.close()
    if (web.connected) web.disconnect()
    await Promise.all([webEnded, demo.stop()])
  }
  const order: WebOrder = { config: demo.config, apiOrigin: `http://${API_HOST}:${PORT}` }
  web.send(order)
  const [first] = await Promise.race([once(web, 'message'), webEnded])
  if (first === 'ready') sayReady(demo.config.PUBLIC_ORIGIN, demo.world)
  else {
    await stop()
    throw new ProcessNotStartedError('the web process ended before it was ready')
  }
  return { stop }
})

/** React's development build needs another mode than the product's processes. */
function startWeb(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'dev/web-process.ts'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development' },
  })
  for (const output of [child.stdout, child.stderr]) if (output) printLines('web', output)
  return child
}

function printLines(name: string, output: Readable): void {
  const lines = createInterface({ input: output })
  lines.on('line', (line) => process.stdout.write(`${name.padEnd(6)} │ ${line}\n`))
}

function watchSources(onChange: () => void) {
  let timer: NodeJS.Timeout | undefined
  return SERVER_FOLDERS.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file || /\.test\.tsx?$|~$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(onChange, SETTLED_AFTER_MS)
    }),
  )
}
