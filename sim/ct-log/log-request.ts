import type { Asked } from '../http-answer.ts'
import type { CtLog } from './ct-log.ts'
import type { Issuer } from './issuer.ts'
import type { LogFault } from './log-fault.ts'
import { signedHead, type SignedHead } from './tree-head.ts'

/** A request of a log with what is to go wrong in its answer. */
export type LogRequest = {
  log: CtLog
  issuer: Issuer
  asked: Asked
  /** Behind the log's prefix. */
  path: string
  fault: LogFault | null
  /** Age up to which this answer may give out an older head. */
  headCachedMs: number
  entriesPerRequest: number
  /** In [0, 1): how much of the entries asked for a log feels like giving. */
  share: number
}

export const headFor = ({ log, asked, fault, headCachedMs }: LogRequest): SignedHead =>
  signedHead(log, { nowMs: asked.nowMs, fault, cachedMs: headCachedMs })
