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
import { DEMO_FOLDER } from '#server/platform/db/refuse-demo.ts'
import { compileCacheIn } from '#server/platform/process/compile-cache.ts'
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
  const webBegan = Promise.race([once(web, 'message'), webEnded])
  process.env['PAGES_FROM'] = 'vite' // for `demo-process.ts`
  const starting = startDemo({
    program: path.join(import.meta.dirname, 'demo-process.ts'),
    apiAt: { HOST: API_HOST, PORT },
    onOutput: printLines,
    // Pages need no worker, which starts after the API.
    onApi(apiOrigin, { config, world }) {
      web.send({ config, apiOrigin } satisfies WebOrder)
      void webBegan.then(([first]) => {
        if (first === 'ready') sayReady(config.PUBLIC_ORIGIN, { world })
      })
    },
  })
  // From now on: pages can be read, and sources changed, before the worker has started.
  const watchers = watchSources(() => {
    starting.then((demo) => demo.restart()).catch(() => {})
  })
  const demo = await starting
  const stop = async () => {
    for (const watcher of watchers) watcher.close()
    if (web.connected) web.disconnect()
    await Promise.all([webEnded, demo.stop()])
  }
  const [first] = await webBegan
  if (first !== 'ready') {
    await stop()
    throw new ProcessNotStartedError('the web process ended before it was ready')
  }
  return { stop }
})

/** React's development build needs another mode than the product's processes. */
function startWeb(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'dev/web-process.ts'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: compileCacheIn(DEMO_FOLDER),
    },
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
    watch(folder, { recursive: true, persistent: false }, (_event, file) => {
      if (!file || /\.test\.tsx?$|~$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(onChange, SETTLED_AFTER_MS)
    }),
  )
}
