/**
 * `node scripts/check-accuracy.ts`: draws a sample now, visits it again and prints which facts were
 * right. If the product is running, its worker makes the visits, because it holds the request
 * budget.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Accuracy } from '#contracts/operations/freshness.ts'
import { createContext, type ServerContext } from '#server/create-context.ts'
import { createExternalClients } from '#server/discovery/external-clients.ts'
import {
  findOpenRun,
  readAccuracy,
  startAccuracyRun,
} from '#server/operations/freshness/accuracy.ts'
import { createAccuracyStage } from '#server/discovery/upkeep/check-accuracy.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLease } from '#server/platform/locks.ts'

const LOOK_EVERY_MS = 1_000

const config = readConfig({ defaults: { LOG_LEVEL: 'warn' } })
await using ctx = await createContext({ ...config, ROLES: ['api'] })
const runId = await startAccuracyRun(ctx, `manual:${ctx.now().toISOString()}`)
if (runId === null) process.stdout.write('no store to visit again yet\n')
else {
  await carryOut(ctx)
  process.stdout.write(report(await readAccuracy(ctx.db)))
}

async function carryOut(ctx: ServerContext): Promise<void> {
  await using outside = createExternalClients(ctx)
  const lease = createLease(ctx, 'visits', `check-accuracy/${randomUUID()}`)
  const stage = createAccuracyStage(ctx, outside.probe, new AbortController().signal)
  while (await findOpenRun(ctx.db)) {
    const restMs = (await lease.hold()) ? await stage.step() : LOOK_EVERY_MS
    if (restMs > 0) await sleep(Math.min(restMs, LOOK_EVERY_MS))
  }
  await lease.release()
}

function report(accuracy: Accuracy | null): string {
  if (!accuracy) return 'no store of the sample answered\n'
  const { share, sample, compared, changed, wrong, missing, unreachable } = accuracy
  const lines = accuracy.fields.map(
    (one) =>
      `  ${one.field.padEnd(14)} ${one.correct} right, ${one.changed} changed, ${one.wrong} wrong of ${one.compared}`,
  )
  return [
    `${(100 * share).toFixed(2)} % of ${compared} values of ${sample} stores are right`,
    `${changed} changed since, ${wrong} wrong, ${missing} missing; ${unreachable} stores did not answer`,
    ...lines,
    '',
  ].join('\n')
}
