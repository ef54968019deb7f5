export type TextChunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** A longer line is no address; its end is not kept. */
export const MAX_LINE = 2_000

/**
 * The lines of a text as it arrives, numbered from 1. Also reads UTF-16, which spreadsheets call
 * "Unicode text".
 */
export async function* readLines(
  chunks: TextChunks,
): AsyncGenerator<{ number: number; text: string; isCut: boolean }, void> {
  let decoder: TextDecoder | null = null
  let [rest, number, isCut, endsInReturn] = ['', 0, false, false]
  const lineOf = (text: string) => ({
    number: ++number,
    text: text.slice(0, MAX_LINE),
    isCut: isCut || text.length > MAX_LINE,
  })
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    decoder ??= new TextDecoder(encodingOf(chunk))
    let text = decoder.decode(chunk, { stream: true })
    if (endsInReturn && text.startsWith('\n')) text = text.slice(1)
    if (text !== '') endsInReturn = text.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield lineOf(line)
      isCut = false
    }
    if (rest.length > MAX_LINE) [rest, isCut] = [rest.slice(0, MAX_LINE), true]
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '') yield lineOf(rest)
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
