type Typed = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** A typed array that grows by doubling; readers that still hold the old array keep seeing its values. */
export type Growing<Values extends Typed> = { values: Values; set: (at: number, value: number) => void }

export function growing<Values extends Typed>(create: (length: number) => Values): Growing<Values> {
  const column: Growing<Values> = {
    values: create(1024),
    set(at, value) {
      if (at >= column.values.length) {
        const larger = create(Math.max(at + 1, column.values.length * 2))
        larger.set(column.values)
        column.values = larger
      }
      column.values[at] = value
    },
  }
  return column
}
