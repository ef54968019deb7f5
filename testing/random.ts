export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const whole = (random: Random, below: number): number => Math.floor(random() * below)

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[whole(random, values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
