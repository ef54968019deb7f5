import type { LogHead } from './ct-log.ts'
import type { Trouble } from './log-fetch.ts'

/**
 * What came of the question whether the newer of two heads contains the older one. `unfit` = what the log served does not even lead to
 * the newer head: damaged on the way, or not what was signed. `contradicted` = it leads there, but from another past.
 */
export type ProofOutcome =
  | { kind: 'consistent' }
  | { kind: 'trouble'; trouble: Trouble }
  | { kind: 'unfit'; detail: string }
  | { kind: 'contradicted'; detail: string }

/** @param from an older head, of a smaller tree that is not empty */
export type Prove = (from: LogHead, to: LogHead, signal: AbortSignal) => Promise<ProofOutcome>

export const isSameRoot = (root: Uint8Array, head: LogHead): boolean =>
  Buffer.from(root).toString('base64') === head.rootHash
