/**
 * The full sweep: fails each call up to the 300th once, in both variants, and a sample of the later
 * ones. Takes about an hour on two cores. `node testing/chaos/faults/all-faults.ts [LAST_CALL]
 * [SAMPLES_ABOVE]`
 * Conformance: check-73
 */
import { openFaultBench } from './fault-bench.ts'
import { sweepFaults } from './sweep-faults.ts'
import { provideTestServer } from '#testing/slice-server.ts'

const [lastCall = 300, samplesAbove = 60] = process.argv.slice(2).map(Number)

function pickCalls(calls: number): number[] {
  const all = Array.from({ length: Math.min(calls, lastCall) }, (_, index) => index + 1)
  const above = Math.max(0, calls - lastCall)
  const step = Math.max(1, Math.ceil(above / samplesAbove))
  for (let call = lastCall + 1; call <= calls; call += step) all.push(call)
  return all
}

await using _server = await provideTestServer()
await using bench = await openFaultBench()
let count = 0
let broken = 0
for await (const { layer, kind, atCall, of, problem } of sweepFaults(bench, pickCalls)) {
  count += 1
  if (problem !== null) {
    broken += 1
    console.log(`${layer}, ${kind}, call ${atCall} of ${of}: ${problem}`)
  } else if (count % 50 === 0)
    console.log(`${count} faults so far, the last one: ${layer}, ${kind}, call ${atCall} of ${of}`)
}
console.log(`${count} faults, ${broken} of them left other rows than an undisturbed discovery`)
process.exitCode = broken > 0 || count === 0 ? 1 : 0
