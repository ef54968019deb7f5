/** `count` consecutive ordinals, beginning at `first`. */
export type Run = readonly [first: number, count: number]

/**
 * One step of the world: the certificates logged in (fromMs, atMs]. Seed and ordinals determine
 * everything else about them, so that a tick is one short journal line.
 */
export type Tick = {
  fromMs: number
  atMs: number
  new: Run
  old: Run
  stray: Run
  noise: Run
  /** Names chosen through the control server, by ordinal of the new shop. */
  chosen?: Record<string, string>
  /** Entries of this tick in each growing log. */
  entries: readonly number[]
}

export type Counters = { new: number; old: number; stray: number; noise: number }

export const countersAfter = (tick: Tick | undefined): Counters => ({
  new: tick ? tick.new[0] + tick.new[1] : 0,
  old: tick ? tick.old[0] + tick.old[1] : 0,
  stray: tick ? tick.stray[0] + tick.stray[1] : 0,
  noise: tick ? tick.noise[0] + tick.noise[1] : 0,
})
