/** `npm start`: the product against the simulated world. */
import path from 'node:path'
import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
import { sayReady, startDemo } from '#scripts/demo/start-demo.ts'

await runUntilSignal(async () => {
  const demo = await startDemo({
    // Built, or as source like this file.
    program: path.join(import.meta.dirname, `demo-process${path.extname(import.meta.filename)}`),
    onApi: sayReady,
  })
  demo.showProgress('text')
  return demo
})
