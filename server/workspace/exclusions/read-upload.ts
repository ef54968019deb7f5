import {
  type ExclusionKind,
  type ExclusionUpload,
  MAX_NAMED_LINES,
  MAX_REFUSED_LINES,
} from '#contracts/workspace/exclusions.ts'
import { parseLine } from './parse-line.ts'
import { readLines, type TextChunks } from './read-lines.ts'

export type ReadEntry = { kind: ExclusionKind; line: number }

export type ReadUpload = {
  /** By key; those beyond the limit are only counted. */
  entries: Map<string, ReadEntry>
  lines: number
  repeated: number
  refused: number
  /** The first of each sort. */
  repeats: ExclusionUpload['repeatedLines']
  refusals: ExclusionUpload['refusedLines']
}

/**
 * Reads the text as it arrives: of a file of any size it keeps only what the list has room for and
 * the lines that the answer names.
 */
export async function readUpload(text: TextChunks, limit: number): Promise<ReadUpload> {
  const upload: ReadUpload = {
    entries: new Map(),
    lines: 0,
    repeated: 0,
    refused: 0,
    repeats: [],
    refusals: [],
  }
  let [columns, isFirst]: [readonly number[] | null, boolean] = [null, true]
  for await (const { number: line, text: raw, isCut } of readLines(text)) {
    const parsed = parseLine(raw, columns, isFirst)
    if (parsed.kind === 'empty') continue
    isFirst = false
    if (parsed.kind === 'header') {
      columns = parsed.columns
      continue
    }
    upload.lines += 1
    if (isCut) refuse(upload, { line, text: raw.slice(0, 80), fault: 'tooLong', suggestion: null })
    else if (parsed.kind === 'refused') {
      const { text, fault, suggestion } = parsed
      refuse(upload, { line, text, fault, suggestion })
    } else accept(upload, { line, ...parsed.entry }, limit)
  }
  return upload
}

function refuse(upload: ReadUpload, refusal: ExclusionUpload['refusedLines'][number]): void {
  upload.refused += 1
  if (upload.refusals.length < MAX_REFUSED_LINES) upload.refusals.push(refusal)
}

function accept(
  upload: ReadUpload,
  { line, key, kind }: ReadEntry & { key: string },
  limit: number,
): void {
  const same = upload.entries.get(key)
  if (same) {
    upload.repeated += 1
    if (upload.repeats.length < MAX_NAMED_LINES)
      upload.repeats.push({ line, text: key, sameAs: same.line })
  } else if (upload.entries.size < limit) upload.entries.set(key, { kind, line })
  else refuse(upload, { line, text: key, fault: 'full', suggestion: null })
}
