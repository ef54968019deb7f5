import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#server/context.ts'
import { type Progress, readProgress } from '#server/pipeline/progress.ts'

const EVERY_MS = 1_000
const PLAIN_EVERY_MS = 5_000

/** Tells on the terminal how discovery goes: one line that is rewritten, or a new line now and then where there is no terminal. */
export async function showProgress(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  let last = ''
  while (!signal.aborted) {
    const line = await readProgress(ctx.db).then(progressLine, () => last)
    if (line !== last) process.stdout.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`)
    last = line
    await sleep(isTerminal ? EVERY_MS : PLAIN_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  if (isTerminal) process.stdout.write('\n')
}

function progressLine(progress: Progress): string {
  const figure = (count: number) => count.toLocaleString('en')
  const state = stateOf(progress)
  return [
    `  discovery   ${state}`,
    `${figure(progress.entriesRead)} log entries read`,
    `${figure(progress.hostsChecked)} hosts checked`,
    `${figure(progress.hostsToVisit)} to visit`,
    `${figure(progress.storesNew)} new stores found (${figure(progress.storesFound - progress.storesNew)} established)`,
  ].join(' · ')
}

function stateOf({ entriesRead, entriesLeft, hostsToVisit }: Progress): string {
  if (entriesRead === 0) return 'starting'
  return entriesLeft > 1_000 || hostsToVisit > 50 ? 'catching up' : 'live'
}
