import * as z from 'zod'

import { decodeBase64 } from './base64.ts'
import { foldConsistency, isPowerOfTwo } from './consistency.ts'
import type { LogFetch } from './log-fetch.ts'
import { HASH_BYTES } from './merkle.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { isSameRoot, type Prove, type ProofOutcome } from './proof.ts'

const MAX_PROOF_BYTES = 64 * 1024
// Two nodes for each level of a tree of 2^53 leaves.
const Proof = z.object({ consistency: z.array(z.string().max(64)).max(106) })

/** Proves heads of an RFC 6962 log with the consistency proof that the log itself returns (section 4.4). */
export function createLogProver(get: LogFetch): Prove {
  return async (from, to, signal) => {
    const path = `ct/v1/get-sth-consistency?first=${from.size}&second=${to.size}`
    const answer = await get(path, MAX_PROOF_BYTES, signal)
    if (answer.kind === 'trouble') return answer
    if (answer.kind === 'missing') return troubleOf(`${path}: status ${answer.status}`)
    const proof = Proof.safeParse(parseJsonBody(answer.body))
    if (!proof.success) return troubleOf(`${path}: not a proof`)
    const nodes = proof.data.consistency.map(decodeBase64)
    const contradicted = {
      kind: 'contradicted',
      detail: `a bad proof from ${from.size} to ${to.size} entries`,
    } as const
    if (!nodes.every((node) => node?.length === HASH_BYTES)) return contradicted
    const hashes = nodes.filter((node) => node !== null)
    // The log omits a node that the client already has: the older root, if it is a node of the newer tree.
    if (isPowerOfTwo(from.size)) hashes.unshift(Buffer.from(from.rootHash, 'base64'))
    const roots = foldConsistency(from.size, to.size, hashes)
    const isProof = roots !== null && isSameRoot(roots.first, from) && isSameRoot(roots.second, to)
    return isProof ? { kind: 'consistent' } : contradicted
  }
}

const troubleOf = (detail: string): ProofOutcome => ({ kind: 'trouble', trouble: { detail, afterMs: null } })
