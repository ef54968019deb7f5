import type { Asked } from '../http-answer.ts'
import type { CtLog } from './ct-log.ts'
import type { Issuer } from './issuer.ts'
import type { LogFault } from './log-fault.ts'
import { signedHead, type SignedHead } from './tree-head.ts'

/** A request to a log, with the fault that its answer should contain. */
export type LogRequest = {
  log: CtLog
  issuer: Issuer
  asked: Asked
  /** The part of the path after the log's prefix. */
  path: string
  fault: LogFault | null
  /** Maximum age of an older head in this answer. */
  headCachedMs: number
  entriesPerRequest: number
  /** In [0, 1): the share of the requested entries that a log returns. */
  share: number
}

export const headFor = ({ log, asked, fault, headCachedMs }: LogRequest): SignedHead =>
  signedHead(log, { nowMs: asked.nowMs, fault, cachedMs: headCachedMs })
