/**
 * An array on loan until it is disposed. It starts with the values that the previous borrower left.
 */
type PooledArray<Values> = Disposable & { values: Values }

const MIN_LENGTH = 16_384
const MAX_IDLE = 4

/**
 * Large temporary arrays are reused: the engine counts each fresh megabyte towards its next full
 * garbage collection, and with an index of a million stores that collection takes as long as
 * several lists.
 */
function createArrayPool<Values extends { length: number }>(create: (length: number) => Values) {
  const idle: Values[] = []
  return (length: number): PooledArray<Values> => {
    const fitting = idle.findIndex((values) => values.length >= length)
    const [values = create(roundUp(length))] = fitting < 0 ? [] : idle.splice(fitting, 1)
    return {
      values,
      [Symbol.dispose]() {
        const at = idle.findIndex((other) => other.length >= values.length)
        idle.splice(at < 0 ? idle.length : at, 0, values)
        if (idle.length > MAX_IDLE) idle.shift()
      },
    }
  }
}

/** Powers of two, so that an array made for slightly fewer rows still fits. */
const roundUp = (length: number): number => Math.max(MIN_LENGTH, 2 ** Math.ceil(Math.log2(length)))

export const rentUint8 = createArrayPool((length) => new Uint8Array(length))
export const rentUint16 = createArrayPool((length) => new Uint16Array(length))
export const rentUint32 = createArrayPool((length) => new Uint32Array(length))
export const rentInt32 = createArrayPool((length) => new Int32Array(length))
export const rentFloat64 = createArrayPool((length) => new Float64Array(length))
