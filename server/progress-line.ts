import type { Lag } from '#contracts/freshness.ts'
import type { Progress } from '#server/pipeline/progress.ts'

export type LiveFigures = {
  progress: Progress
  entriesPerSecond: number
  logs: { active: number; parked: number }
  lagToday: Lag
  accuracy: { share: number; sample: number } | null
}

const figure = (count: number) => count.toLocaleString('en')

/** The state of discovery in one line; missing figures are left out. */
export function progressLine({ progress, entriesPerSecond, logs, lagToday, accuracy }: LiveFigures): string {
  const { storesNew, storesFound, hostsToVisit, entriesLeft } = progress
  return [
    `  ${stateOf(progress)}`,
    `${figure(Math.round(entriesPerSecond))} entries/s`,
    logsText(logs, entriesLeft),
    ...(hostsToVisit > 0 ? [`${figure(hostsToVisit)} hosts waiting`] : []),
    `${figure(storesNew)} new stores (${figure(storesFound - storesNew)} established)`,
    ...(lagToday.stores > 0
      ? [`lag today ${duration(lagToday.p50Seconds)} (P90 ${duration(lagToday.p90Seconds)})`]
      : []),
    ...(accuracy ? [`${percent(accuracy.share)} right of ${figure(accuracy.sample)} stores`] : []),
  ].join(' · ')
}

function stateOf({ entriesRead, entriesLeft, hostsToVisit }: Progress): string {
  if (entriesRead === 0) return 'starting'
  return entriesLeft > 1_000 || hostsToVisit > 50 ? 'catching up' : 'live'
}

function logsText({ active, parked }: LiveFigures['logs'], behind: number): string {
  const text = `${active} ${active === 1 ? 'log' : 'logs'}, ${figure(behind)} behind`
  return parked > 0 ? `${text}, ${parked} PARKED` : text
}

function duration(seconds: number | null): string {
  if (seconds === null) return '?'
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

/** Rounded down: 100 % only where everything is right. */
const percent = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`
