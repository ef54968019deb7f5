/**
 * Reads the SQLSTATE of the errors in what the engine answers, whatever way the answer is cut into pieces, without keeping rows.
 * Needed because a full disk leaves the engine in a state in which the next read never returns.
 */
const ERROR_RESPONSE = 'E'.charCodeAt(0)
const SQLSTATE_FIELD = 'C'.charCodeAt(0)
const HEADER_BYTES = 5

export function createAnswerWatch(onSqlState: (sqlState: string) => void): (piece: Uint8Array) => void {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerSize = 0
  let bodyLeft = 0
  let error: Buffer[] | undefined

  return (piece) => {
    let at = 0
    while (at < piece.length) {
      if (bodyLeft === 0) {
        header[headerSize++] = piece[at++] ?? 0
        if (headerSize < HEADER_BYTES) continue
        headerSize = 0
        bodyLeft = header.readInt32BE(1) - 4
        error = header[0] === ERROR_RESPONSE ? [] : undefined
        continue
      }
      const end = Math.min(piece.length, at + bodyLeft)
      error?.push(Buffer.from(piece.subarray(at, end)))
      bodyLeft -= end - at
      at = end
      if (bodyLeft > 0 || !error) continue
      const sqlState = readSqlState(Buffer.concat(error))
      if (sqlState) onSqlState(sqlState)
    }
  }
}

/** Fields are a letter and a text that ends with a zero byte. */
function readSqlState(body: Buffer): string | undefined {
  for (let at = 0; at < body.length && body[at] !== 0;) {
    const end = body.indexOf(0, at)
    if (end < 0) return undefined
    if (body[at] === SQLSTATE_FIELD) return body.toString('latin1', at + 1, end)
    at = end + 1
  }
  return undefined
}
