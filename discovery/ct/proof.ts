import type { LogHead } from './ct-log.ts'
import type { Trouble } from './log-fetch.ts'

/**
 * Whether the newer of two heads contains the older one. `unfit` = the nodes that the log served do not even lead to the newer head:
 * damaged in transit, or not what the log signed. `contradicted` = they lead to the newer head, but from a different history.
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
